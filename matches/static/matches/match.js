// The page of a match: squares and players on the board press the buttons beside it; what others do comes in live.

import { drawnWays, glideAlong, trace } from './glide.js';
import { showPlace } from './place.js';

const SVG_LIT = ['data-lit', 'data-chosen'];
const FOLLOW_AGAIN_MS = 5000;
let feed = null;
let typing = false;

const table = () => document.getElementById('table');
const arena = () => document.getElementById('arena');
const square = at => arena()?.querySelector(`rect[data-square="${at}"]`);
const token = id => arena()?.querySelector(`[data-token="${CSS.escape(id)}"]`);

/** The buttons that the board can press now: those in open groups, a group opened last first. */
function buttons() {
  const open = [...document.querySelectorAll('#decide details[data-group][open]')];
  open.sort((a, b) => Number(b.dataset.opened ?? 0) - Number(a.dataset.opened ?? 0));
  return open.flatMap(group => [...group.querySelectorAll('button.choice:enabled')]);
}

function light() {
  for (const name of SVG_LIT) for (const lit of arena()?.querySelectorAll(`[${name}]`) ?? []) lit.removeAttribute(name);
  for (const button of buttons()) {
    if (button.dataset.square) square(button.dataset.square)?.setAttribute('data-lit', '');
    if (button.dataset.token) token(button.dataset.token)?.setAttribute('data-lit', '');
  }
  lightPlaces();
}

/** Fields that name a square: the one in use lights up its squares. */
function placeFields() {
  return [...document.querySelectorAll('#decide [data-pick=square]')];
}

function lightPlaces() {
  const fields = placeFields();
  if (!fields.length) return;
  const current = fields.find(field => field.dataset.current !== undefined) ?? fields[0];
  for (const option of current.options ?? []) if (option.value) square(option.value)?.setAttribute('data-lit', '');
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
  player.setAttribute('transform', `translate(${Number(spot.getAttribute('x')) + 50} ${Number(spot.getAttribute('y')) + 50})`);
}

function choosePlace(at) {
  const fields = placeFields();
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
  const found = /translate\((\d+) (\d+)\)/.exec(token(id)?.getAttribute('transform') ?? '');
  return found ? `${(found[1] - 50) / 100 + 0.5},${(found[2] - 50) / 100 + 0.5}` : '';
}

document.addEventListener('click', event => {
  const target = event.target.closest?.('#arena [data-square], #arena [data-token]');
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
  const under = document.elementsFromPoint(event.clientX, event.clientY).find(one => one.matches?.('rect[data-square]'));
  if (under && under.dataset.square !== spotOf(id) && pickField(id)) choosePlace(under.dataset.square);
});

document.addEventListener('toggle', event => {
  if (event.target.matches?.('details[data-group]')) {
    if (event.target.open) event.target.dataset.opened = String(performance.now());
    light();
  }
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

// What is open stays open when the table is drawn anew.
let opened = new Set();
let folded = new Set();
let zoom = '';
let version = 0;
let scrolled = [0, 0];
document.addEventListener('htmx:beforeSwap', event => {
  if (event.detail.target?.id !== 'table') return;
  opened = new Set([...document.querySelectorAll('#table details[open][id]')].map(one => one.id));
  folded = new Set([...document.querySelectorAll('.panels details[id]:not([open])')].map(one => one.id));
  zoom = document.querySelector('#table [name=zoom]:checked')?.id ?? '';
  version = Number(table().dataset.version);
  const seen = document.querySelector('.board-box');
  scrolled = [seen?.scrollLeft ?? 0, seen?.scrollTop ?? 0];
});
document.addEventListener('htmx:afterSwap', event => {
  if (event.detail.target?.id !== 'table') return;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  for (const id of folded) document.getElementById(id)?.removeAttribute('open');
  typing = Boolean(document.querySelector('#table .refusal'));
  document.getElementById(zoom)?.setAttribute('checked', '');
  const box = document.querySelector('.board-box');
  if (box) [box.scrollLeft, box.scrollTop] = scrolled;
  if (box && Number(table().dataset.version) > version) {
    glideAlong(box, drawnWays(box));
    trace(box);
  }
  start();
});
document.addEventListener('htmx:responseError', event => {
  const { status } = event.detail.xhr;
  if (status === 401 || status === 403) trouble('You are logged out. Nothing was changed.', logIn());
  else trouble('Skald could not answer. Check the current decision, then try again.', anew());
});
document.addEventListener('htmx:sendError', () => trouble('Skald cannot be reached. What you typed is still here; try again.'));

/** A refusal that comes as a table is one to show; any other 403 is a session that ended. */
document.addEventListener('htmx:beforeSwap', event => {
  const { xhr } = event.detail;
  if (xhr.status !== 403 || !xhr.responseText.includes('id="table"')) return;
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
    const { version } = JSON.parse(event.data);
    if (version <= Number(table().dataset.version)) return;
    if (typing) document.getElementById('went-on').hidden = false;
    else window.htmx.ajax('GET', location.pathname + location.search, { target: '#table', swap: 'outerHTML' });
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

function start() {
  light();
  narrowAll();
  follow();
}

start();
if (table()) showPlace(table());
window.addEventListener('pagehide', () => feed?.close());
