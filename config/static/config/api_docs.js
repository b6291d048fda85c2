// The documents of the API are dark where the visitor's system is.

const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

dark.addEventListener('change', wear);
wear();
