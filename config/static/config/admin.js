// Unfold calls each part that scrolls by itself "scrollable content": names of their own, before simplebar reads them.
document.addEventListener("DOMContentLoaded", () => {
  const names = { "#nav-sidebar-apps": "Sections", "#changelist [data-simplebar]": "Entries" };
  for (const [place, name] of Object.entries(names)) {
    document.querySelector(place)?.setAttribute("data-simplebar-aria-label", name);
  }
});

// Unfold's switch of colours and that of the pages are one (web/scheme.js): what was chosen there stands here before
// Unfold reads its own note of it, and what is chosen here is chosen there.
const UNFOLDS = { system: "auto", light: "light", dark: "dark" };

localStorage.setItem("adminTheme", JSON.stringify(UNFOLDS[chosenScheme()]));

document.addEventListener("alpine:initialized", () => {
  const unfold = Alpine.$data(document.documentElement);
  const follow = () => {
    unfold.adminTheme = UNFOLDS[chosenScheme()];
  };
  Alpine.effect(() => {
    const [scheme] = Object.entries(UNFOLDS).find(([, theme]) => theme === unfold.adminTheme);
    if (scheme !== chosenScheme()) chooseScheme(scheme);
  });
  window.addEventListener("storage", follow);
  window.addEventListener("pageshow", follow);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (system) => {
    if (chosenScheme() === "system") document.documentElement.classList.toggle("dark", system.matches);
  });
});
