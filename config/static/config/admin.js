// Unfold calls each part that scrolls by itself "scrollable content": names of their own, before simplebar reads them.
document.addEventListener("DOMContentLoaded", () => {
  const names = { "#nav-sidebar-apps": "Sections", "#changelist [data-simplebar]": "Entries" };
  for (const [place, name] of Object.entries(names)) {
    document.querySelector(place)?.setAttribute("data-simplebar-aria-label", name);
  }
});
