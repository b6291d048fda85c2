// The goal of a walk, kept by this browser: where a walk was stopped it is offered again as long as the walker may go on.

const KEY = `goal ${location.pathname}`;

/** Keep where the walker of a form goes; `at` as its field has it. */
export function remember(form, at) {
  if (form?.dataset.walker && at) sessionStorage.setItem(KEY, JSON.stringify({ walker: form.dataset.walker, at }));
}

/** Where the walker of a form still wanted to go; empty: nowhere. */
export function goalOf(form) {
  const { walker, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  return form?.dataset.walker && walker === form.dataset.walker && at !== form.dataset.stands ? at : '';
}

export const forget = () => sessionStorage.removeItem(KEY);

export const goOn = at => `Go on to (${at.split(',').map(part => part.trim()).join(', ')})`;
