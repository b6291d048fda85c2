// The switch between the colours of the system, light and dark: one choice for the pages and the admin site.
// Loaded before the page is drawn, so that nothing flashes.

const SCHEMES = ["system", "light", "dark"];
const LABELS = { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

function chosenScheme() {
  const kept = localStorage.getItem("scheme");
  return SCHEMES.includes(kept) ? kept : "system";
}

function showScheme() {
  const scheme = chosenScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  for (const button of document.querySelectorAll("button[data-scheme-switch]")) {
    button.setAttribute("aria-label", LABELS[scheme]);
    button.title = LABELS[scheme];
    button.dataset.shows = scheme;
    button.hidden = false;
  }
}

function chooseScheme(scheme) {
  localStorage.setItem("scheme", scheme);
  showScheme();
}

showScheme();

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button[data-scheme-switch]")) {
    button.addEventListener("click", () => {
      chooseScheme(SCHEMES[(SCHEMES.indexOf(chosenScheme()) + 1) % SCHEMES.length]);
    });
  }
  showScheme();
});

// What was chosen in another tab, or before one came back to a page that the browser kept.
window.addEventListener("storage", showScheme);
window.addEventListener("pageshow", showScheme);
