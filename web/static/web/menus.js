// A menu that scrolls sideways begins where one is.

for (const here of document.querySelectorAll('nav [aria-current=page]')) {
  const menu = here.closest('nav');
  menu.scrollLeft = here.offsetLeft - menu.offsetLeft - (menu.clientWidth - here.offsetWidth) / 2;
}
