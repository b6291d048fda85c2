// What a form would come to as it is filled in, where nothing of it is chosen on a board: the server tells, nothing happens.

const WAIT_MS = 150;
let timer = 0;
let asked = 0;

/** The form that something belongs to, if the server can tell what it would come to. */
function tried(element) {
  const form = element.closest?.('#decide form[data-try]:not([data-walk])');
  return form && !form.querySelector('[data-pick]') ? form : null;
}

async function tryOut(form) {
  const number = ++asked;
  const answer = await fetch(form.dataset.try, { method: 'POST', body: new FormData(form), redirect: 'error' })
    .then(response => (response.ok ? response.json() : null))
    .catch(() => null);
  if (number !== asked || !form.isConnected) return;
  const box = form.querySelector('.trial');
  const words = answer?.refusal ? [answer.refusal.message, answer.refusal.hint].filter(Boolean).join(' ') : answer?.words ?? '';
  box.hidden = !words;
  box.textContent = words;
  box.toggleAttribute('data-refused', Boolean(answer?.refusal));
}

function later(form) {
  clearTimeout(timer);
  if (form) timer = setTimeout(() => tryOut(form), WAIT_MS);
}

document.addEventListener('input', event => {
  const form = tried(event.target);
  if (form) later(form);
});
document.addEventListener('toggle', event => {
  const form = event.target.open && event.target.querySelector?.('form[data-try]');
  if (form && tried(form)) later(form);
}, true);
