// The replay: walks through the document of a match. It moves what is drawn; it knows no rule.

import { apply } from './bind.js';
import { glideAlong, trace } from './glide.js';
import { showPlace } from './place.js';
import { drawChip, drawRoll, drawRule, make } from './roll.js';
import { seek } from './view.js';

const FEW = 16;
const GAP = 8;
const MOST_ABOVE = 0.45; // Of the window: what is taller is scrolled away.
const SVG = 'http://www.w3.org/2000/svg';
const root = document.getElementById('replay');
const by = id => document.getElementById(id);
let replay = null;
let lineAt = new Map();
let actAt = new Map();
let rows = new Map();
let now = { n: Number(root.dataset.n), view: null };
let timer = null;
let last = 0;
let led = false;
let looked = null;

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

/** Bring the board into the window above the controls, where they do not fit below what stands over it. */
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
  strokes(n);
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
  const act = actAt.get(n);
  let line = lineAt.get(act?.n ?? n);
  for (let back = n; !line && back > 0; back -= 1) line = lineAt.get(back);
  const roll = act ? rollOf(act) : lineAt.get(n)?.roll;
  by('said').replaceChildren(make('b', 'n', String(n)), ' ', line?.text ?? 'Before the first event.');
  if (roll) by('said').append(' ', drawChip(roll, line?.text ?? ''));
  const after = lineAt.get(act?.parts?.at(-1)?.n);
  if (after) by('said').append(' ', make('span', 'after', after.text));
  by('said').classList.toggle('void', Boolean(line?.void));
  by('caption-roll').replaceChildren(...(roll ? [drawRoll(roll)] : []));
  const event = replay.events.slice(0, n).findLast(one => one.asks);
  by('caption-asks').replaceChildren(...(event?.asks ?? []).map(ask =>
    make('p', 'asked', '', `${ask.why} `, drawRule(ask.rule, replay.words[ask.rule]))));
}

/** What is drawn for the act that ends at `n`, else for the event. */
function strokes(n) {
  const layer = by('strokes');
  if (!layer) return;
  layer.replaceChildren();
  const first = actAt.get(n)?.first ?? n;
  const drawn = replay.lines.filter(line => line.n >= first && line.n <= n);
  for (const stroke of drawn.flatMap(line => line.strokes ?? [])) {
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

/** The row of an event within an act that is folded: what it lies in is opened, unless the act tells that event. */
function unfolded(act, n) {
  const depth = act && act.n !== n && rows.get(act.last)?.querySelector('.depth');
  if (!depth) return null;
  depth.fill();
  const own = depth.querySelector(`a[data-n="${n}"]`)?.parentElement;
  if (!own) return null;
  depth.open = true;
  looked = depth;
  return own;
}

function mark(n) {
  by('lines').querySelector('.now')?.classList.remove('now');
  const before = looked;
  looked = null;
  const within = replay.rows.find(act => act.kind === 'act' && act.first <= n && n <= act.last);
  let row = rows.get(n) ?? unfolded(within, n) ?? rows.get(within?.last);
  if (before && before !== looked) before.open = false;
  for (let back = n; !row && back > 0; back -= 1) row = rows.get(back);
  if (!row) return;
  row.classList.add('now');
  const box = by('lines');
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
}

/** A link to a moment, and what is said there. */
function told(n, line, ...more) {
  const link = make('a', 'n', String(n));
  link.href = `#n=${n}`;
  link.dataset.n = String(n);
  link.setAttribute('aria-label', `Event ${n}`);
  const row = make('li', `line ${line.weight}${line.void ? ' void' : ''}`, '', link, ...more);
  if (line.void) row.append(make('span', 'sr', '(void: play was rewound)'));
  return row;
}

/** What stands in one line: with a roll it opens, and there the roll is taken apart. */
function rolling(words, roll) {
  if (!roll) return make('span', '', words);
  const more = make('details', '', '', make('summary', '', `${words} `, drawChip(roll, words)));
  more.addEventListener('toggle', () => { if (more.open && more.children.length === 1) more.append(drawRoll(roll)); });
  return more;
}

const eventRow = line => told(line.n, line, rolling(line.text, line.roll));

const rollOf = part => lineAt.get(part.roll)?.roll;

/** What somebody else does within an act. */
function within(part) {
  const line = lineAt.get(part.n);
  const text = make('span', 'within', line.text);
  if (rollOf(part)) text.append(' ', drawChip(rollOf(part), line.text));
  return text;
}

/** A turn, a go or an act as one row, as templates/matches/_log_rows.html draws it; all its events are one click away. */
function actRow(act) {
  const words = rolling(lineAt.get(act.n).text, rollOf(act));
  if (act.times > 1 && !rollOf(act)) words.append(' ', make('small', '', `${act.times} times`));
  const row = told(act.kind === 'act' ? act.last : act.n, lineAt.get(act.n), words);
  if (act.kind !== 'act') return row;
  row.append(...(act.parts ?? []).filter(part => lineAt.has(part.n)).map(within));
  if (act.passed) row.append(make('small', 'passed', `${act.passed} window${act.passed > 1 ? 's' : ''} passed`));
  const events = replay.lines.filter(line => line.n >= act.first && line.n <= act.last);
  if (events.length < 2) return row;
  const list = make('ol');
  const more = make('details', 'depth', '', make('summary', '', `${events.length} events`), list);
  more.fill = () => { if (!list.children.length) list.append(...events.map(eventRow)); };
  more.addEventListener('toggle', () => { if (more.open) more.fill(); });
  row.append(more);
  return row;
}

const figuresOf = act => [act.figure, ...(act.parts ?? []).map(part => part.figure)];
const hasRoll = act => Boolean(act.roll) || (act.parts ?? []).some(part => part.roll);

const typesOf = act => [act, ...(act.parts ?? [])].map(part => lineAt.get(part.n)?.type);

/** The log beside the board: acts, or with everything in it; of one figure, of one kind, or rolls alone. */
function write() {
  const [figure, kind, rolls, all] = [by('log-figure').value, by('log-kind').value, by('log-rolls').checked, by('log-all').checked];
  rows = new Map();
  const shown = replay.rows.filter(act => lineAt.has(act.n)
    && (!figure || act.kind !== 'act' || figuresOf(act).includes(figure))
    && (!kind || act.kind !== 'act' || typesOf(act).includes(kind))
    && (!rolls || act.kind !== 'act' || hasRoll(act)));
  for (const act of shown) {
    if (act.kind !== 'act' || !all) rows.set(act.kind === 'act' ? act.last : act.n, actRow(act));
    else for (const line of replay.lines) if (line.n >= act.first && line.n <= act.last) rows.set(line.n, eventRow(line));
  }
  by('lines').replaceChildren(...rows.values());
}

function offerFilters() {
  const acts = replay.rows.filter(act => act.kind === 'act' && lineAt.has(act.n));
  const named = [...new Set(acts.flatMap(figuresOf).filter(Boolean))];
  for (const figure of named) by('log-figure').append(new Option(replay.names[figure] ?? figure, figure));
  const kinds = [...new Set(acts.flatMap(typesOf).filter(Boolean))].sort();
  for (const kind of kinds) by('log-kind').append(new Option(kind.replaceAll('_', ' '), kind));
}

const marks = () => [...by('marks').querySelectorAll('.mark')];

/** One mark of the timeline can be tabbed to, the arrow keys lead to the others. */
function rove(mark) {
  for (const one of marks()) one.setAttribute('tabindex', one === mark ? '0' : '-1');
}

function goAlong(direction) {
  const [all, at] = [marks(), marks().indexOf(document.activeElement)];
  const next = all[Math.min(all.length - 1, Math.max(0, at + direction))];
  rove(next);
  next.focus();
  play(false);
  go(Number(next.dataset.n));
}

/** What a mark stands for, above it while it is pointed at or has the focus. */
function sayMark(event) {
  const [mark, said] = [event.target.closest?.('.mark'), by('mark-said')];
  said.hidden = !mark;
  if (!mark) return;
  said.textContent = mark.dataset.said;
  const [box, at] = [said.parentElement.getBoundingClientRect(), mark.getBoundingClientRect()];
  const middle = at.left - box.left - said.offsetWidth / 2;
  said.style.left = `${Math.max(0, Math.min(middle, box.width - said.offsetWidth))}px`;
}

/** The log or the key moments: beside the board there is room for one of them. */
function showTab(name) {
  root.dataset.tab = name;
  for (const tab of by('tabs').querySelectorAll('[data-tab]')) tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
}

function play(on) {
  if (on && !timer) lead();
  clearInterval(timer);
  timer = null;
  by('play').textContent = on ? 'Pause' : 'Play';
  by('play').setAttribute('aria-pressed', String(on));
  if (!on) return;
  if (now.n >= last) go(replay.beginning);
  timer = setInterval(() => {
    const next = replay.rows.find(act => act.kind === 'act' && act.last > now.n && lineAt.has(act.n) && !lineAt.get(act.n).void);
    if (!next) { go(last); play(false); } else go(next.last);
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
  ArrowRight: event => step(event.shiftKey ? 'turn' : 'action', 1),
  ArrowLeft: event => step(event.shiftKey ? 'turn' : 'action', -1),
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

/** How much of the window the controls take, and what stands above the board: the board has the rest. */
function measure() {
  const above = Math.min(boardBox().top + scrollY, innerHeight * MOST_ABOVE);
  root.style.setProperty('--controls', `${by('controls').offsetHeight}px`);
  root.style.setProperty('--above', `${Math.round(above)}px`);
  root.style.setProperty('--head', `${Math.round(root.getBoundingClientRect().top + scrollY)}px`);
}

function alongMarks(event) {
  const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!direction || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  goAlong(direction);
}

function listen() {
  const sizes = new ResizeObserver(measure);
  for (const part of [by('controls'), by('match-head'), by('stage').querySelector('.scores')]) if (part) sizes.observe(part);
  for (const event of ['pointerover', 'pointerout', 'focusin', 'focusout']) by('marks').addEventListener(event, sayMark);
  by('marks').addEventListener('keydown', alongMarks);
  by('tabs').addEventListener('click', event => { const tab = event.target.closest('[data-tab]'); if (tab) showTab(tab.dataset.tab); });
  root.addEventListener('click', letGo);
  by('slider').addEventListener('input', event => { play(false); go(Number(event.target.value)); });
  by('play').addEventListener('click', () => play(!timer));
  for (const filter of ['log-figure', 'log-kind', 'log-rolls', 'log-all']) by(filter).addEventListener('change', () => { write(); mark(now.n); });
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
  setTimeout(() => { by('copy').replaceChildren('Copy link', make('span', 'sr', ' to this event')); }, 2500);
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
  actAt = new Map(replay.rows.filter(act => act.kind === 'act' && lineAt.has(act.n)).map(act => [act.last, act]));
  by('slider').max = String(last);
  by('slider').disabled = false;
  for (const part of document.querySelectorAll('.script-only')) part.hidden = false;
  for (const button of document.querySelectorAll('[data-step]')) { button.setAttribute('role', 'button'); button.removeAttribute('aria-disabled'); button.href = '#'; }
  offerFilters();
  write();
  rove(marks()[0]);
  showTab('log');
  listen();
  fit();
  measure();
  go(wanted(), { keep: true });
  if (location.hash || new URLSearchParams(location.search).has('n')) lead();
  root.dataset.ready = '';
}

begin();
