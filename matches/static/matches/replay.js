// The replay: walks through the document of a match. It moves what is drawn; it knows no rule.

import { apply } from './bind.js';
import { glideAlong, trace } from './glide.js';
import { showPlace } from './place.js';
import { drawRoll, make } from './roll.js';
import { seek } from './view.js';

const FEW = 16;
const GAP = 8;
const SVG = 'http://www.w3.org/2000/svg';
const root = document.getElementById('replay');
const by = id => document.getElementById(id);
let replay = null;
let lineAt = new Map();
let rows = new Map();
let now = { n: Number(root.dataset.n), view: null };
let timer = null;
let last = 0;
let led = false;

/** The moment an address names: `#n=12`, else the one the server has drawn. */
function wanted() {
  const hash = /^#n=(\d+)$/.exec(location.hash);
  return Math.min(Number(hash ? hash[1] : root.dataset.n), last);
}

function points(span) {
  if (span === 'event') return null;
  if (span === 'moment') return replay.lines.filter(line => line.moment).map(line => line.n);
  return replay.marks[span];
}

function target(span, direction) {
  const list = points(span);
  if (!list) return Math.min(last, Math.max(0, now.n + direction));
  const found = direction > 0 ? list.find(n => n > now.n) : list.findLast(n => n < now.n);
  return found ?? (direction > 0 ? last : 0);
}

const boardBox = () => by('stage').querySelector('.board-box').getBoundingClientRect();

/** Bring the board into the window above the controls, and what stands over it too if there is room. */
function lead() {
  led = true;
  const { top, bottom } = boardBox();
  const room = innerHeight - by('controls').offsetHeight - GAP;
  if (top < 0 || bottom > room) scrollBy(0, Math.min(top, bottom - room));
}

function go(n, { keep = false } = {}) {
  const before = now.n;
  const stood = boardBox().top;
  const shown = Math.max(n, replay.opening);
  const view = seek(replay, shown, now.view ? { n: Math.max(now.n, replay.opening), view: now.view } : null);
  now = { n, view };
  apply(by('stage'), view);
  caption(n);
  strokes(lineAt.get(n));
  animate(before, n);
  by('slider').value = String(n);
  by('slider').setAttribute('aria-valuetext', lineAt.get(n)?.text ?? `Event ${n}`);
  by('position').textContent = `Event ${n} of ${last}`;
  by('fork-here').search = `?n=${n}`;
  mark(n);
  // What is written over the board grows and shrinks: the board stays where it was.
  scrollBy(0, boardBox().top - stood);
  showPlace(by('stage'));
  if (!keep) history.replaceState(null, '', `#n=${n}`);
}

/** On a narrow screen a replay is opened with its whole table in sight. */
function fit() {
  const whole = by('zoom-0');
  if (whole && matchMedia('(max-width: 34rem)').matches) whole.checked = true;
}

/** A small step on is shown as it happened: who moved goes there, arrows are drawn. */
function animate(before, n) {
  if (n <= before || n > before + FEW) return;
  const told = [...lineAt.values()].filter(line => line.n > before && line.n <= n && !line.void);
  glideAlong(by('stage'), told.flatMap(line => line.strokes ?? []), Number(by('speed').value));
  trace(by('stage'));
}

function caption(n) {
  let line = lineAt.get(n);
  for (let back = n; !line && back > 0; back -= 1) line = lineAt.get(back);
  by('said').replaceChildren(make('b', 'n', String(n)), ' ', line?.text ?? 'Before the first event.');
  by('said').classList.toggle('void', Boolean(line?.void));
  by('caption-roll').replaceChildren(...(line?.roll && line.n === n ? [drawRoll(line.roll)] : []));
  const event = replay.events.slice(0, n).findLast(one => one.asks);
  by('caption-asks').replaceChildren(...(event?.asks ?? []).map(ask =>
    make('p', 'asked', '', `${ask.why} `, make('b', '', ask.rule), make('span', '', replay.words[ask.rule] ?? ''))));
}

function strokes(line) {
  const layer = by('strokes');
  if (!layer) return;
  layer.replaceChildren();
  for (const stroke of line?.strokes ?? []) {
    const path = document.createElementNS(SVG, 'path');
    for (const [name, value] of [['class', 'stroke'], ['data-kind', stroke.kind], ['d', stroke.d]]) path.setAttribute(name, value);
    if (stroke.mover) path.dataset.mover = stroke.mover;
    if (stroke.tip) path.setAttribute('marker-end', 'url(#tip)');
    layer.append(path);
    if (!stroke.label) continue;
    const label = document.createElementNS(SVG, 'text');
    for (const [name, value] of [['class', 'stroke-label'], ['x', stroke.at[0]], ['y', stroke.at[1]]]) label.setAttribute(name, value);
    label.textContent = stroke.label;
    layer.append(label);
  }
}

function mark(n) {
  by('lines').querySelector('.now')?.classList.remove('now');
  let row = rows.get(n);
  for (let back = n; !row && back > 0; back -= 1) row = rows.get(back);
  if (!row) return;
  row.classList.add('now');
  const box = by('lines');
  box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
}

/** The whole log beside the board. */
function write() {
  const list = by('lines');
  list.replaceChildren();
  for (const line of replay.lines) {
    const link = make('a', 'n', String(line.n));
    link.href = `#n=${line.n}`;
    link.dataset.n = String(line.n);
    const row = make('li', `line ${line.weight}${line.void ? ' void' : ''}`, '', link);
    if (line.roll) {
      const more = make('details', '', '', make('summary', '', line.text));
      more.addEventListener('toggle', () => { if (more.open && more.children.length === 1) more.append(drawRoll(line.roll)); });
      row.append(more);
    } else row.append(make('span', '', line.text));
    if (line.void) row.append(make('span', 'sr', '(void: play was rewound)'));
    rows.set(line.n, row);
    list.append(row);
  }
}

function drawMarks() {
  const box = by('marks');
  const put = (n, kind, title) => {
    const tick = document.createElementNS(SVG, 'line');
    const x = (1000 * n) / Math.max(1, last);
    for (const [name, value] of [['class', 'mark'], ['data-kind', kind], ['x1', x], ['x2', x], ['y1', kind === 'turn' ? 14 : 2], ['y2', 26]]) tick.setAttribute(name, value);
    const words = document.createElementNS(SVG, 'title');
    words.textContent = title;
    tick.append(words);
    box.append(tick);
  };
  for (const n of replay.marks.turn) put(n, 'turn', 'a turn');
  for (const line of replay.lines) if (line.moment) put(line.n, line.moment, `${replay.kinds[line.moment] ?? line.moment}: ${line.text}`);
}

function play(on) {
  if (on && !timer) lead();
  clearInterval(timer);
  timer = null;
  by('play').textContent = on ? 'Pause' : 'Play';
  by('play').setAttribute('aria-pressed', String(on));
  if (!on) return;
  if (now.n >= last) go(replay.opening);
  timer = setInterval(() => {
    const next = replay.lines.find(line => line.n > now.n && line.weight !== 'small' && !line.void);
    if (!next) { go(last); play(false); } else go(next.n);
  }, Number(by('speed').value));
}

function speed(change) {
  const choice = by('speed');
  choice.selectedIndex = Math.min(choice.length - 1, Math.max(0, choice.selectedIndex + change));
  if (timer) play(true);
}

/** Whoever steps is led to the board once; afterwards the page stays where they scroll it. */
function step(span, direction) {
  play(false);
  if (!led) lead();
  go(target(span, direction));
}

const KEYS = {
  ' ': () => play(!timer),
  ArrowRight: event => step(event.shiftKey ? 'turn' : 'decision', 1),
  ArrowLeft: event => step(event.shiftKey ? 'turn' : 'decision', -1),
  '.': () => step('event', 1),
  ',': () => step('event', -1),
  m: () => step('moment', 1),
  n: () => step('moment', -1),
  Home: () => { play(false); go(0); },
  End: () => { play(false); go(last); },
  '+': () => speed(1),
  '-': () => speed(-1),
  '?': () => by('keys').showModal(),
};

/** A button that was clicked gives its focus up: the space bar plays on. Whoever tabbed to it keeps it there. */
function letGo(event) {
  if (event.detail > 0) event.target.closest('button, a')?.blur();
}

/** How much of the window the controls take: the board has the rest. */
function measure() {
  root.style.setProperty('--controls', `${by('controls').offsetHeight}px`);
}

function listen() {
  new ResizeObserver(measure).observe(by('controls'));
  root.addEventListener('click', letGo);
  by('slider').addEventListener('input', event => { play(false); go(Number(event.target.value)); });
  by('play').addEventListener('click', () => play(!timer));
  by('speed').addEventListener('change', () => { if (timer) play(true); });
  by('help').addEventListener('click', () => by('keys').showModal());
  by('copy').addEventListener('click', copyLink);
  by('buttons').addEventListener('click', event => {
    const button = event.target.closest('[data-step]');
    if (!button) return;
    event.preventDefault();
    step(button.dataset.step, Number(button.dataset.by));
  });
  root.addEventListener('click', event => {
    const link = event.target.closest('a[data-n]');
    if (!link) return;
    event.preventDefault();
    play(false);
    go(Number(link.dataset.n));
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || by('keys').open) return;
    if (event.target.closest('input:not([type=range]), select, textarea')) return;
    if (event.key === ' ' && event.target.closest('button, a, summary')) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  window.addEventListener('hashchange', () => { const n = wanted(); if (n !== now.n) { play(false); go(n); } });
}

async function copyLink() {
  const link = new URL(root.dataset.page, location.href);
  link.hash = `n=${now.n}`;
  let copied = true;
  try { await navigator.clipboard.writeText(link.href); } catch { copied = false; }
  by('copy').textContent = copied ? 'Copied' : link.href;
  setTimeout(() => { by('copy').textContent = 'Copy link to this event'; }, 2500);
}

async function begin() {
  let answer;
  try { answer = await fetch(root.dataset.document, { headers: { Accept: 'application/json' } }); } catch { answer = null; }
  if (!answer?.ok) {
    by('trouble').textContent = 'The replay could not be loaded. Reload the page to try again.';
    by('trouble').hidden = false;
    return;
  }
  replay = await answer.json();
  last = replay.version;
  lineAt = new Map(replay.lines.map(line => [line.n, line]));
  by('slider').max = String(last);
  by('slider').disabled = false;
  for (const part of document.querySelectorAll('.script-only')) part.hidden = false;
  for (const button of document.querySelectorAll('[data-step]')) { button.setAttribute('role', 'button'); button.removeAttribute('aria-disabled'); button.href = '#'; }
  write();
  drawMarks();
  listen();
  fit();
  measure();
  go(wanted(), { keep: true });
  if (location.hash || new URLSearchParams(location.search).has('n')) lead();
  root.dataset.ready = '';
}

begin();
