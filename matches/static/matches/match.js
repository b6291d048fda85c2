// The page of a match: squares and players on the board press the buttons beside it; what others do comes in live.

import { drawnWays, glideAlong, trace } from './glide.js';
import { centreOf, offerToKeys, placeOn } from './ground.js';
import { showPlace } from './place.js';

const SVG_LIT = ['data-lit', 'data-chosen'];
const FOLLOW_AGAIN_MS = 5000;
let feed = null;
let typing = false;
let told = 0;
let asked = null;

const table = () => document.getElementById('table');
const arena = () => document.getElementById('arena') ?? document.querySelector('#table .knots');
const square = at => placeOn(arena(), at);
const token = id => arena()?.querySelector(`[data-token="${CSS.escape(id)}"]`);

/** The buttons that the board can press now: those in open groups, a group opened last first. */
function buttons() {
  const open = [...document.querySelectorAll('#decide details[data-group][open]')];
  open.sort((a, b) => Number(b.dataset.opened ?? 0) - Number(a.dataset.opened ?? 0));
  return open.flatMap(group => [...group.querySelectorAll('button.choice:enabled')]);
}

function light() {
  for (const name of SVG_LIT) for (const lit of arena()?.querySelectorAll(`[${name}]`) ?? []) lit.removeAttribute(name);
  arena()?.querySelectorAll('.spot').forEach(spot => spot.remove());
  for (const button of buttons()) {
    if (button.dataset.square) square(button.dataset.square)?.setAttribute('data-lit', '');
    if (button.dataset.token) token(button.dataset.token)?.setAttribute('data-lit', '');
  }
  lightPlaces();
  offerToKeys(arena());
}

/** Fields that name a square: the one in use lights up its squares. */
function placeFields() {
  return [...document.querySelectorAll('#decide [data-pick=square]')];
}

function lightPlaces() {
  const fields = placeFields();
  if (!fields.length) return;
  const current = fields.find(field => field.dataset.current !== undefined) ?? fields[0];
  if (current.form.dataset.walk !== undefined && buttons().some(button => button.dataset.square)) return;
  const how = current.form.dataset.walk === undefined ? '' : 'walk';
  for (const option of current.options ?? []) if (option.value) square(option.value)?.setAttribute('data-lit', how);
  for (const field of fields) {
    if (field.value) square(field.value)?.setAttribute('data-chosen', '');
    showPlaced(field);
  }
}

/** A player who is being placed stands where the form says. */
function showPlaced(field) {
  const player = token(field.name.replace(/^at-/, ''));
  const spot = field.value ? square(field.value) : null;
  if (!player || !spot) return;
  player.removeAttribute('display');
  player.setAttribute('transform', `translate(${centreOf(spot)})`);
}

function choosePlace(at) {
  const fields = placeFields().filter(field => field.form.dataset.walk === undefined);
  const current = fields.find(field => field.dataset.current !== undefined) ?? fields[0];
  if (!current || ![...(current.options ?? [])].some(option => option.value === at)) return false;
  const before = current.value;
  const taken = fields.find(field => field !== current && field.value === at);
  current.value = at;
  if (taken) taken.value = before;
  delete current.dataset.current;
  fields[(fields.indexOf(current) + 1) % fields.length].dataset.current = '';
  typing = true;
  light();
  return true;
}

function pickField(id) {
  const field = placeFields().find(one => one.name === `at-${id}`);
  if (!field) return false;
  for (const other of placeFields()) delete other.dataset.current;
  field.dataset.current = '';
  light();
  return true;
}

function press(at, id) {
  const button = buttons().find(one => (id && one.dataset.token === id) || (at && one.dataset.square === at));
  if (button) button.click();
  return Boolean(button);
}

function spotOf(id) {
  const [, stands] = /translate\((.*)\)/.exec(token(id)?.getAttribute('transform') ?? '') ?? [];
  const place = stands && [...arena().querySelectorAll('[data-square]')].find(one => centreOf(one) === stands);
  return place?.dataset.square ?? '';
}

document.addEventListener('click', event => {
  const target = event.target.closest?.('#arena [data-square], #arena [data-token], .knots [data-token]');
  if (!target) return;
  const id = target.dataset.token ?? '';
  const at = target.dataset.square ?? spotOf(id);
  if (id && pickField(id)) return;
  if (choosePlace(at)) return;
  press(at, id);
});

// Dragging a player who is being placed.
let dragged = null;
document.addEventListener('pointerdown', event => {
  const target = event.target.closest?.('#arena [data-token]');
  if (target && pickField(target.dataset.token)) dragged = target.dataset.token;
});
document.addEventListener('pointerup', event => {
  if (!dragged) return;
  const id = dragged;
  dragged = null;
  const under = document.elementsFromPoint(event.clientX, event.clientY).find(one => one.matches?.('#arena [data-square]'));
  if (under && under.dataset.square !== spotOf(id) && pickField(id)) choosePlace(under.dataset.square);
});

document.addEventListener('toggle', event => {
  if (event.target.matches?.('details[data-group]')) {
    if (event.target.open) event.target.dataset.opened = String(performance.now());
    light();
  }
  if (event.target.matches?.('#decide .by-hand[open]')) reveal();
}, true);

/** A select that follows another offers only what belongs to what is chosen there. */
function narrow(select) {
  const chosen = select.form.elements[select.dataset.follows]?.value;
  const { value } = select;
  for (const offer of select.querySelectorAll('optgroup')) offer.hidden = offer.disabled = offer.dataset.of !== chosen;
  const kept = [...select.options].find(one => one.value === value && !one.parentElement.disabled);
  (kept ?? select.options[0]).selected = true;
}
function narrowAll() {
  for (const select of document.querySelectorAll('#table select[data-follows]')) narrow(select);
}
document.addEventListener('change', event => {
  if (event.target.matches?.('#table select')) narrowAll();
});

document.addEventListener('focusin', event => {
  if (event.target.matches?.('#decide [data-pick=square]')) pickField(event.target.name.replace(/^at-/, ''));
});
document.addEventListener('change', event => {
  if (event.target.matches?.('#decide [data-pick=square]')) light();
});
document.addEventListener('input', event => {
  if (event.target.closest?.('#table form:not(.how)')) typing = true;
});

function heat(button, on) {
  const spot = button.dataset.square ? square(button.dataset.square) : null;
  if (on) spot?.setAttribute('data-chosen', '');
  else spot?.removeAttribute('data-chosen');
}
for (const [name, on] of [['pointerover', true], ['pointerout', false], ['focusin', true], ['focusout', false]]) {
  document.addEventListener(name, event => {
    const button = event.target.closest?.('button.choice');
    if (button) heat(button, on);
  });
}

// One answer at a time is drawn, that of the last request: after another one it would go into a table that is gone.
document.addEventListener('htmx:beforeRequest', event => {
  const { target, xhr, requestConfig } = event.detail;
  if (target?.id !== 'table') return;
  const sends = requestConfig.verb === 'post';
  if (asked?.sends && !asked.done && !sends) {
    event.preventDefault();
    return;
  }
  const upTo = event.target === document.body ? told : 0;
  asked = { xhr, sends, done: false };
  xhr.addEventListener('loadend', () => {
    if (overtaken(xhr)) return;
    asked.done = true;
    if (told > upTo) catchUp();
  });
});

function overtaken(xhr) {
  return asked?.xhr !== xhr;
}

/** Show what the feed told of, unless the table is as new, or an answer that will be drawn is on its way. */
function catchUp() {
  if (asked?.done === false || told <= Number(table().dataset.version)) return;
  if (typing) document.getElementById('went-on').hidden = false;
  else window.htmx.ajax('GET', location.pathname + location.search, { target: '#table', swap: 'outerHTML' });
}

/** The words of a rule that somebody reads stay open. */
function keepReading() {
  const notes = [...document.querySelectorAll('#table .rule-note')];
  const found = notes.find(one => one.checkVisibility() && one.querySelector('.popover').textContent === reading);
  found?.querySelector('.popover').showPopover({ source: found.querySelector('button') });
}

// What is open stays open when the table is drawn anew.
let opened = new Set();
let folded = new Set();
let zoom = '';
let version = 0;
let scrolled = [0, 0];
let read = 0;
let focused = null;
let reading = '';
let onlyRolls = false;
document.addEventListener('htmx:beforeSwap', event => {
  if (event.detail.target?.id !== 'table') return;
  if (overtaken(event.detail.xhr)) {
    event.detail.shouldSwap = false;
    return;
  }
  opened = new Set([...document.querySelectorAll('#table details[open][id]')].map(one => one.id));
  folded = new Set([...document.querySelectorAll('.panels details[id]:not([open])')].map(one => one.id));
  zoom = document.querySelector('#table [name=zoom]:checked')?.id ?? '';
  version = Number(table().dataset.version);
  const seen = document.querySelector('.board-box');
  scrolled = [seen?.scrollLeft ?? 0, seen?.scrollTop ?? 0];
  read = document.getElementById('decide').scrollTop;
  onlyRolls = document.getElementById('log-rolls').checked;
  focused = table().contains(document.activeElement) ? control(document.activeElement) : null;
  reading = document.querySelector('#table .popover:popover-open')?.textContent ?? '';
});
document.addEventListener('htmx:afterSwap', event => {
  if (event.detail.target?.id !== 'table') return;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  for (const id of folded) document.getElementById(id)?.removeAttribute('open');
  if (reading) keepReading();
  typing = Boolean(document.querySelector('#table .refusal'));
  document.getElementById(zoom)?.setAttribute('checked', '');
  const box = document.querySelector('.board-box');
  if (box) [box.scrollLeft, box.scrollTop] = scrolled;
  if (Number(table().dataset.version) === version) document.getElementById('decide').scrollTop = read;
  if (box && Number(table().dataset.version) > version) {
    glideAlong(box, drawnWays(box));
    trace(box);
  }
  document.getElementById('log-rolls').checked = onlyRolls;
  focusAgain();
  tell();
  start();
});

/** How a control is found again when the table was drawn anew: its id, or its form and name. */
function control(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const form = element.closest('[data-form]')?.dataset.form;
  return form && element.name ? `[data-form="${CSS.escape(form)}"] [name="${CSS.escape(element.name)}"]` : '';
}

/** Focus stays at the same control; where that is gone, or a new decision is asked, it goes to its heading. */
function focusAgain() {
  if (focused === null) return;
  const same = Number(table().dataset.version) === version && focused ? table().querySelector(focused) : null;
  const slip = table().querySelector('#decide .refusal');
  if (slip) slip.tabIndex = -1;
  const next = slip ?? same ?? table().querySelector('#decide h3[tabindex], #decide .die-field input') ?? document.getElementById('decide-title');
  next.focus({ preventScroll: true });
}

/** What was come to and what is asked next, for who listens: a region that stays is read out, one that is new often not. */
function tell() {
  const parts = ['toast', 'announce'].map(id => document.querySelector(`#${id} > p, p#${id}`)?.textContent.trim() ?? '');
  document.getElementById('heard').textContent = parts.filter(Boolean).join(' ').replace(/\s+/g, ' ');
}
document.addEventListener('htmx:responseError', event => {
  const { status } = event.detail.xhr;
  if (status === 401 || status === 403) trouble('You are logged out. Nothing was changed.', logIn());
  else trouble('Skald could not answer. Check the current decision, then try again.', anew());
});
document.addEventListener('htmx:sendError', () => trouble('Skald cannot be reached. What you typed is still here; try again.'));

/** A refusal that comes as a table is one to show; any other 403 is a session that ended. */
document.addEventListener('htmx:beforeSwap', event => {
  const { xhr } = event.detail;
  if (xhr.status !== 403 || overtaken(xhr) || !xhr.responseText.includes('id="table"')) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

function link(words, address) {
  const made = document.createElement('a');
  made.href = address;
  made.textContent = words;
  return made;
}
const here = () => location.pathname + location.search;
const logIn = () => link('Log in', `/login/?next=${encodeURIComponent(here())}`);
const anew = () => link('Show the current decision', here());

function trouble(words, ...links) {
  const note = document.getElementById('went-on');
  if (!note) return;
  note.replaceChildren(words, ...links.flatMap(one => [' ', one]));
  note.hidden = false;
}

function follow() {
  feed?.close();
  const address = table()?.dataset.live;
  if (!address) return;
  const opened = new EventSource(address);
  feed = opened;
  opened.addEventListener('play', event => {
    told = Math.max(told, JSON.parse(event.data).version);
    catchUp();
  });
  opened.addEventListener('gone', () => {
    opened.close();
    trouble('This page no longer updates: you were logged out or may no longer see this match.', logIn(), link('Reload the page', here()));
  });
  // A browser comes again by itself after a broken line, but never after an answer that is no feed, such as 503.
  opened.addEventListener('error', () => {
    if (opened.readyState !== EventSource.CLOSED) return;
    setTimeout(() => { if (feed === opened) follow(); }, FOLLOW_AGAIN_MS);
  });
}

document.addEventListener('click', event => {
  const fold = event.target.closest?.('.sheet-fold');
  if (!fold) return;
  const folded = fold.closest('#decide').toggleAttribute('data-folded');
  fold.setAttribute('aria-expanded', String(!folded));
  fold.textContent = folded ? 'Show' : 'Fold';
});

/** On a phone the button of a way that is clicked on the board does not lie under the foot of the sheet. */
function reveal() {
  const sheet = document.getElementById('decide');
  if (getComputedStyle(sheet).position !== 'fixed') return;
  sheet.querySelector('.by-hand[open] form:has([data-pick=path]) [type=submit]')?.scrollIntoView({ block: 'nearest' });
}

/** The log is read from its end, where the newest stands. */
function toTheEnd() {
  const log = document.getElementById('log-lines');
  if (log && !log.hasAttribute('data-newer')) log.scrollTop = log.scrollHeight;
}

function start() {
  toTheEnd();
  reveal();
  light();
  narrowAll();
  follow();
}

start();
if (table()) showPlace(table());
window.addEventListener('pagehide', () => feed?.close());
