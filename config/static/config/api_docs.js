// The documents of the API are in English, and dark where the visitor's system is.

document.documentElement.lang = 'en';

const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

dark.addEventListener('change', wear);
wear();
