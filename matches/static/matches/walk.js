// A click on a lit square walks there. What the way costs and who may react is shown first: to a mouse while it hovers, to a
// finger by the first tap, to the keyboard with the arrows on the board or in the select. The server tells all of it.

import { forget, goalOf, goOn, remember } from './goal.js';

const SVG = 'http://www.w3.org/2000/svg';
const WAIT_MS = 90;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const known = new Map();
let timer = 0;
let wanted = '';

const form = () => document.querySelector('#decide form[data-walk]');
const select = () => form().elements.to;
const offers = at => [...select().options].some(one => one.value && one.value === at);
const inGroup = at => document.querySelector(`#decide details[data-group][open] button[data-square="${at}"]:enabled`);

async function looked(at) {
  if (!known.has(at)) {
    const filled = new FormData(form());
    filled.set('to', at);
    known.set(at, fetch(form().dataset.try, { method: 'POST', body: filled }).then(answer => answer.json()));
  }
  return known.get(at);
}

function draw(strokes) {
  document.querySelector('#arena #draft')?.remove();
  const layer = document.createElementNS(SVG, 'g');
  layer.id = 'draft';
  for (const { d, kind } of strokes) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', 'draft-stroke');
    path.dataset.kind = kind;
    path.setAttribute('d', d);
    layer.append(path);
  }
  document.getElementById('arena').append(layer);
}

/** Show what a walk there comes to; without a square, what is chosen. */
async function show(at) {
  if (!form()) return;
  wanted = at || select().value;
  const now = wanted;
  const told = now ? await looked(now) : { words: '', submit: '', strokes: [], refusal: null };
  if (now !== wanted || !form()) return;
  const box = form().querySelector('.trial');
  const send = form().querySelector('[type=submit]');
  box.hidden = !now;
  box.textContent = told.refusal ? `${told.refusal.message} ${told.refusal.hint ?? ''}`.trim() : told.words;
  box.toggleAttribute('data-refused', Boolean(told.refusal));
  send.textContent = now && now === goalOf(form()) ? goOn(now) : told.submit || send.dataset.words;
  send.disabled = !now || Boolean(told.refusal);
  send.title = told.refusal?.message ?? (now ? '' : 'Choose a square first.');
  draw(told.strokes);
}

function later(at) {
  clearTimeout(timer);
  timer = setTimeout(() => show(at), WAIT_MS);
}

function choose(at) {
  select().value = at;
  for (const one of document.querySelectorAll('#arena [data-chosen]')) one.removeAttribute('data-chosen');
  document.querySelector(`#arena rect[data-square="${at}"]`)?.setAttribute('data-chosen', '');
  return show(at);
}

const go = () => form().requestSubmit();
const squareOf = event => (form() ? event.target.closest?.('#arena rect[data-square]')?.dataset.square ?? '' : '');

document.addEventListener('pointerover', event => {
  const at = squareOf(event);
  if (at && event.pointerType === 'mouse' && !inGroup(at)) later(at);
});
document.addEventListener('pointerout', event => {
  if (squareOf(event) && event.pointerType === 'mouse') later('');
});
document.addEventListener('click', event => {
  const at = squareOf(event);
  if (!at || inGroup(at)) return;
  event.stopPropagation();
  if (!offers(at)) {
    show(at);
    return;
  }
  const again = select().value === at;
  choose(at);
  if (event.pointerType === 'mouse' || again) go();
}, true);
document.addEventListener('change', event => {
  if (form() && event.target === select()) choose(event.target.value);
});
document.addEventListener('submit', event => {
  if (event.target === form()) remember(form(), select().value);
}, true);

function standing() {
  const found = /translate\((\d+) (\d+)\)/.exec(document.querySelector('#arena .token[data-active]')?.getAttribute('transform') ?? '');
  return found ? `${found[1] / 100},${found[2] / 100}` : '';
}

document.addEventListener('keydown', event => {
  const arrow = ARROWS[event.key];
  if (!form() || !event.target.matches('.board-box') || !(arrow || event.key === 'Enter')) return;
  event.preventDefault();
  if (!arrow) {
    if (select().value) go();
    return;
  }
  const [x, y] = (select().value || standing()).split(',').map(Number);
  const at = `${x + arrow[0]},${y + arrow[1]}`;
  if (offers(at)) choose(at);
  else if (at === standing()) choose('');
});

function start() {
  known.clear();
  if (!form()) return;
  const goal = goalOf(form());
  if (goal && !offers(goal)) forget();
  if (goal && offers(goal) && !select().value) choose(goal);
  else show('');
}
document.addEventListener('htmx:afterSwap', start);
start();
