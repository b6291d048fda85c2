// Free movement: clicks on the board fill in places and ways of the form in use; what it would come to is drawn before it is sent.

import { forget, goalOf, goOn, remember } from './goal.js';
import { drawRule } from './roll.js';
import { onTable, waypoints, written } from './ways.js';

const SVG = 'http://www.w3.org/2000/svg';
const PICKED = '[data-pick=path], [data-pick=place]';
const BEYOND = 100; // So far over the edge, in hundredths of an inch, a way can be led by a click.
const WAIT_MS = 120;
const NEAR_PX = 12;

let used = '';
let drafts = null;
let asked = 0;
let timer = 0;

const arena = () => document.querySelector('#arena[data-depth]');
const uid = form => form.querySelector('[name=form]')?.value ?? '';
const fields = form => [...form.querySelectorAll(PICKED)];
const shown = form => !form.closest('details:not([open])');

/** The form that clicks go to: the one opened or typed in last, else the first that is open beside the board. */
function inUse() {
  const all = [...document.querySelectorAll('#decide form[data-form], #gm-actions form[data-form]')].filter(form => fields(form).length && shown(form));
  return all.find(form => uid(form) === used) ?? all.find(form => form.closest('#decide')) ?? null;
}

/** The field of a form that the next click fills in: the one in use, else the first that is empty. */
function target(form) {
  const all = fields(form);
  return all.find(field => field.dataset.current !== undefined) ?? all.find(field => !field.value) ?? all[0];
}

// Drawing

function made(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A layer above the board that is drawn anew each time. */
function layer(id) {
  const board = arena();
  board.querySelector(`#${id}`)?.remove();
  return board.appendChild(made('g', { id, class: 'draft' }));
}

function stroke({ d, kind, label, at }) {
  const path = made('path', { class: 'draft-stroke', 'data-kind': kind, d });
  return label && at ? [path, made('text', { class: 'draft-label', x: at[0], y: at[1] - 22 }, label)] : [path];
}

function spot({ at, title, value }) {
  const dot = made('circle', { class: 'draft-spot', cx: at[0], cy: at[1], r: 22, 'data-value': value, tabindex: 0, role: 'button', 'aria-label': title });
  dot.append(made('title', {}, title));
  return dot;
}

function draw() {
  const board = arena();
  if (!board) return;
  underThumb();
  const form = inUse();
  const ground = layer('draft-ground');
  layer('draft');
  board.toggleAttribute('data-free', Boolean(form));
  if (!form) return;
  const { strokes, spots } = JSON.parse(form.dataset.drawn ?? '{"strokes": [], "spots": []}');
  ground.append(...strokes.flatMap(stroke), ...spots.map(spot));
  dots(form);
  if (fields(form).some(field => field.value)) look(form);
  else close(form, missing(form));
}

/** The button of what would be refused is closed and says why; any other is open. */
function close(form, why) {
  const send = form.querySelector('[type=submit]');
  send.disabled = Boolean(form.closest('#decide') && why);
  send.title = why;
}

const needed = field => field.required || field.dataset.pick === 'path';
const missing = form => (fields(form).some(field => needed(field) && !field.value) ? 'Click the table to choose where.' : '');

/** The places that stand in the form, until the answer with the whole way is there. */
function dots(form, strokes = []) {
  const draft = layer('draft');
  const depth = Number(arena().dataset.depth);
  draft.append(...strokes.flatMap(stroke));
  for (const field of fields(form)) {
    for (const { at, jump } of waypoints(field.value)) {
      draft.append(made('circle', { class: 'draft-dot', cx: at[0], cy: depth - at[1], r: 10 * Number(arena().dataset.scale ?? 1), ...(jump ? { 'data-jump': '' } : {}) }));
    }
    if (field.dataset.pick === 'path') tools(field);
  }
}

// The waypoints of a way as buttons: to jump down at one, to take one back

function tools(field) {
  const home = field.closest('.field');
  const box = home.querySelector('.waypoints') ?? home.appendChild(document.createElement('div'));
  box.className = 'waypoints';
  const points = waypoints(field.value);
  box.hidden = points.length === 0;
  box.replaceChildren(...points.map((point, number) => {
    const place = point.at.map(part => part / 100).join(', ');
    const jump = button(point.jump ? 'jumps' : 'jump', `Jump down on the way to waypoint ${number + 1}`, () => put(field, points.with(number, { ...point, jump: !point.jump })));
    jump.setAttribute('aria-pressed', String(point.jump));
    const row = document.createElement('span');
    row.append(`${number + 1}: ${place} `, jump, button('remove', `Remove waypoint ${number + 1}`, () => put(field, points.toSpliced(number, 1))));
    return row;
  }), ...(points.length > 1 ? [button('Clear the path', '', () => put(field, []))] : []));
}

function button(words, title, act) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'link';
  element.textContent = words;
  if (title) element.title = title;
  element.addEventListener('click', act);
  return element;
}

function put(field, points) {
  fill(field, written(points));
}

function fill(field, text) {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

// What it would come to

function look(form) {
  clearTimeout(timer);
  if (!form.dataset.try) return close(form, missing(form));
  timer = setTimeout(() => tryOut(form), WAIT_MS);
}

async function tryOut(form) {
  const number = ++asked;
  let answer;
  try {
    const response = await fetch(form.dataset.try, { method: 'POST', body: new FormData(form), redirect: 'error' });
    if (!response.ok) throw new Error(String(response.status));
    answer = await response.json();
  } catch {
    answer = { words: '', submit: '', strokes: [], refusal: null };
  }
  if (number === asked && form.isConnected) tell(form, answer);
}

function tell(form, { words, submit, strokes, refusal }) {
  const box = form.querySelector('.trial');
  box.hidden = !words && !refusal;
  box.toggleAttribute('data-refused', Boolean(refusal));
  box.replaceChildren(...(refusal ? no(refusal) : []), ...(words ? [paragraph(words)] : []));
  for (const old of form.querySelectorAll('.refusal, .fault')) old.remove();
  const send = form.querySelector('[type=submit]');
  send.textContent = (!refusal && submit) || send.dataset.words;
  offered(form, refusal, words);
  close(form, refusal?.message ?? missing(form));
  if (form !== inUse()) return;
  dots(form, strokes.map(one => (refusal ? { ...one, kind: `${one.kind} refused` } : one)));
  underThumb(form, refusal?.message ?? words, Boolean(refusal));
}

// A goal that was not come to: the form of the walker is filled in with it, and the first button goes on there.

const WALKS = '#decide form[data-walker]:not([data-form=disengage])';

function offerGoal() {
  const form = [...document.querySelectorAll(WALKS)].find(one => goalOf(one));
  const field = form?.querySelector('[data-pick=path]');
  if (!field || (field.value && field.value !== goalOf(form))) return;
  field.value = goalOf(form);
  field.dataset.goal = field.value;
  used = uid(form);
  const folded = form.closest('details.by-hand');
  if (folded) folded.open = true;
}

/** What became of the goal: a button at the head of the question, or nothing where it cannot be gone to any more. */
function offered(form, refusal, words) {
  document.querySelector('.go-on')?.remove();
  const field = form.querySelector('[data-goal]');
  if (!field) return;
  if (refusal || field.value !== field.dataset.goal) {
    forget();
    if (field.value === field.dataset.goal) put(field, []);
    delete field.dataset.goal;
    return;
  }
  const bar = document.createElement('p');
  bar.className = 'go-on';
  const send = button(goOn(field.value), '', () => form.querySelector('[type=submit]').click());
  send.className = 'primary';
  bar.append(send, ` ${words}`);
  form.closest('.ask').querySelector('h3').after(bar);
}

document.addEventListener('submit', event => {
  const last = waypoints(event.target.querySelector?.('[data-pick=path]')?.value ?? '').at(-1);
  if (last) remember(event.target, written([{ at: last.at }]));
}, true);

/** Where the form stands far below the board, what it would come to is told at the foot of the screen, with its button. */
function underThumb(form = null, words = '', refused = false) {
  document.querySelector('.under-thumb')?.remove();
  if (!form || !words) return;
  const bar = document.createElement('div');
  bar.className = 'under-thumb';
  bar.toggleAttribute('data-refused', refused);
  bar.append(paragraph(words));
  const send = form.querySelector('[type=submit]');
  const goal = form.querySelector('[data-goal]');
  if (!refused) bar.append(button(goal ? goOn(goal.value) : send.textContent, '', () => send.click()));
  document.getElementById('decide').prepend(bar);
}

function no({ message, hint, rule, rule_text: text }) {
  const why = document.createElement('b');
  why.textContent = message;
  return [paragraph([why, hint ? ` ${hint} ` : ' ', drawRule(rule, text)])];
}

function paragraph(content, kind = '') {
  const element = document.createElement('p');
  if (kind) element.className = kind;
  element.append(...(Array.isArray(content) ? content : [content]));
  return element;
}

// Clicks

function pointOf(event) {
  const board = arena();
  const inverse = board.getScreenCTM()?.inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  return [x, y];
}

/** Whether a click is on a place that stands in the field already. */
function onScreen(event, [x, y]) {
  const there = new DOMPoint(x, Number(arena().dataset.depth) - y).matrixTransform(arena().getScreenCTM());
  return Math.hypot(there.x - event.clientX, there.y - event.clientY) <= NEAR_PX;
}

document.addEventListener('click', event => {
  const board = event.target.closest?.('#arena[data-depth]');
  const form = board && inUse();
  if (!form) return;
  event.stopPropagation();
  pick(form, event, event.target.closest('.draft-spot'));
}, true);

document.addEventListener('keydown', event => {
  const chosen = event.target.closest?.('.draft-spot');
  const form = chosen && (event.key === 'Enter' || event.key === ' ') && inUse();
  if (!form) return;
  event.preventDefault();
  fill(target(form), chosen.dataset.value);
});

function pick(form, event, chosen) {
  const field = target(form);
  if (chosen && !field.value) return fill(field, chosen.dataset.value);
  const { width, depth } = arena().dataset;
  const size = { width: Number(width), depth: Number(depth) };
  const token = event.target.closest('[data-token]');
  const way = field.dataset.pick === 'path';
  const at = (token && centre(token, size)) ?? onTable(pointOf(event), size, way ? BEYOND : 0);
  if (!way) return fill(field, written([{ at }]));
  const points = field.value === field.dataset.goal ? [] : waypoints(field.value);
  const last = waypoints(field.value).at(-1);
  const send = form.querySelector('[type=submit]');
  hint([]);
  if (!last || !onScreen(event, last.at)) return put(field, [...points, { at, jump: false }]);
  if (form.closest('#decide') && !send.disabled) return send.click();
  return put(field, points.slice(0, -1));
}

// What a way to where the mouse points would come to, before it is clicked

let hinted = 0;
let hinting = 0;

function hint(strokes) {
  clearTimeout(hinting);
  hinted += 1;
  if (arena()) layer('hint').append(...strokes.flatMap(stroke));
}

async function pointAt(form, field, at) {
  const number = ++hinted;
  const filled = new FormData(form);
  filled.set(field.name, written([...waypoints(field.value), { at, jump: false }]));
  const answer = await fetch(form.dataset.try, { method: 'POST', body: filled }).then(one => one.json());
  if (number !== hinted || !form.isConnected) return;
  const kind = answer.refusal ? ' refused' : '';
  hint(answer.strokes.map(one => ({ ...one, kind: `${one.kind}${kind}` })));
}

document.addEventListener('pointermove', event => {
  const board = event.pointerType === 'mouse' && event.target.closest?.('#arena[data-depth]');
  const form = board && inUse();
  const field = form && target(form);
  if (!form?.dataset.try || field?.dataset.pick !== 'path') return;
  clearTimeout(hinting);
  const { width, depth } = board.dataset;
  const size = { width: Number(width), depth: Number(depth) };
  const token = event.target.closest('[data-token]');
  const at = (token && centre(token, size)) ?? onTable(pointOf(event), size, BEYOND);
  hinting = setTimeout(() => pointAt(form, field, at).catch(() => {}), WAIT_MS);
});
document.addEventListener('pointerout', event => {
  if (event.target.id === 'arena' || (event.target.closest?.('#arena[data-depth]') && !event.relatedTarget?.closest?.('#arena'))) hint([]);
});

/** Where a token stands, for a click on it means its middle. */
function centre(token, { depth }) {
  const found = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/.exec(token.getAttribute('transform') ?? '');
  return found ? [Number(found[1]), depth - Number(found[2])] : null;
}

// Which form is in use

function use(form) {
  used = uid(form);
  draw();
}

document.addEventListener('input', event => {
  const form = event.target.closest?.('form[data-form]');
  if (!form || !fields(form).length || !arena()) return;
  used = uid(form);
  const next = fields(form).find(field => !field.value);
  for (const field of fields(form)) delete field.dataset.current;
  if (event.target.dataset.pick === 'place' && next) next.dataset.current = '';
  if (!fields(form).some(field => field.value)) underThumb();
  dots(form);
  look(form);
});
document.addEventListener('change', event => {
  const form = event.target.closest?.('form[data-form]');
  if (form && fields(form).length && arena() && form === inUse()) look(form);
});
document.addEventListener('focusin', event => {
  const form = event.target.closest?.('form[data-form]');
  if (!event.target.matches?.(PICKED) || !form || !arena()) return;
  for (const field of fields(form)) delete field.dataset.current;
  event.target.dataset.current = '';
  if (uid(form) !== used) use(form);
});

/** Of the forms and buttons of a question one kind is in use at a time: clicks on the board go to it. */
document.addEventListener('toggle', event => {
  const opened = event.target;
  if (!opened.matches?.('details.group') || !arena()) return;
  const form = opened.querySelector('form[data-form]');
  if (opened.open && form && fields(form).length) used = uid(form);
  if (opened.open && opened.closest('#decide')) {
    const byHand = opened.classList.contains('by-hand');
    for (const other of opened.closest('.ask').querySelectorAll('details.group[open]')) {
      if (other !== opened && (byHand || other.classList.contains('by-hand'))) other.open = false;
    }
  }
  draw();
}, true);

// What was typed stays when the table is drawn anew for the same question, such as by another choice of how it is done.

document.addEventListener('htmx:beforeSwap', event => {
  if (event.detail.target?.id !== 'table') return;
  const typed = [...document.querySelectorAll(`#table ${PICKED.replace(', ', ', #table ')}`)].filter(field => field.value);
  drafts = { version: document.getElementById('table').dataset.version, values: typed.map(({ id, value }) => [id, value]) };
});
document.addEventListener('htmx:afterSwap', () => {
  if (drafts?.version === document.getElementById('table')?.dataset.version) {
    for (const [id, value] of drafts.values) {
      const field = document.getElementById(id);
      if (field && !field.value) field.value = value;
    }
  }
  drafts = null;
  offerGoal();
  draw();
});

offerGoal();
draw();
