// The documents of the API are in English, and in the colours that were chosen on the pages (web/scheme.js).

document.documentElement.lang = 'en';

const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = () => {
  const chosen = chosenScheme();
  document.documentElement.classList.toggle('dark-mode', chosen === 'system' ? dark.matches : chosen === 'dark');
};

dark.addEventListener('change', wear);
window.addEventListener('storage', wear);
window.addEventListener('pageshow', wear);
wear();
