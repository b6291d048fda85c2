// The switch between the colours of the system, light and dark. Loaded before the page is drawn, so that nothing flashes.

const SCHEMES = ["system", "light", "dark"];
const LABELS = { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

function chosen() {
  const kept = localStorage.getItem("scheme");
  return SCHEMES.includes(kept) ? kept : "system";
}

function show(scheme) {
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

show(chosen());

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button[data-scheme-switch]")) {
    const tell = () => {
      button.setAttribute("aria-label", LABELS[chosen()]);
      button.title = LABELS[chosen()];
      button.dataset.shows = chosen();
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      localStorage.setItem("scheme", SCHEMES[(SCHEMES.indexOf(chosen()) + 1) % SCHEMES.length]);
      show(chosen());
      tell();
    });
    tell();
  }
});
