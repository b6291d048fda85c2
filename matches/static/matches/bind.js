// Applies a view to elements that are on the page already. The bindings are those of boards/bind.py; no rule of any game is known here.

import { inches } from './ways.js';

const UNIT = 100, MARGIN = 50;
const SVG = 'http://www.w3.org/2000/svg';

/** What lies at a path of a view; null where nothing does. */
export function found(view, path) {
  for (const key of path) {
    if (view === null || typeof view !== 'object' || !(key in view)) return null;
    view = view[key];
  }
  return view;
}

/** The middle of a square in board units. */
export const centre = ([x, y]) => [MARGIN + UNIT * x - UNIT / 2, MARGIN + UNIT * y - UNIT / 2];

/** The middle of a hex, as boards/hexes.py has it. */
export const hexCentre = ([q, r]) => [100 * q + 50 * r, 87 * r];

/** The way of a flight as an SVG path: straight from turn to turn, or one high arc. */
export function course({ path, lob }) {
  const points = path.map(centre);
  if (!lob) return 'M' + points.map(([x, y]) => `${x} ${y}`).join('L');
  const [[x1, y1], [x2, y2]] = [points[0], points[points.length - 1]];
  const rise = 60 + 30 * points.length;
  return `M${x1} ${y1}Q${Math.floor((x1 + x2) / 2)} ${Math.floor((y1 + y2) / 2) - rise} ${x2} ${y2}`;
}

/** A point of a table in hundredths of an inch, as it is drawn. See boards/plane.py. */
export const drawn = ([x, y], depth) => [x, depth - y];

/** A way through such points as an SVG path; empty for fewer than two. */
export const trail = (points, depth) => (points.length < 2 ? '' : 'M' + points.map(point => drawn(point, depth).join(' ')).join('L'));

/** A footprint (circle, rect or polygon) as an SVG path. */
export function outline(footprint, depth) {
  if (footprint.shape === 'circle') {
    const [[x, y], r] = [drawn(footprint.centre, depth), footprint.radius];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
  if (footprint.shape === 'rect') {
    const [[ax, ay], [bx, by]] = [footprint.a, footprint.b];
    return trail([[ax, ay], [bx, ay], [bx, by], [ax, by]], depth) + 'z';
  }
  return trail(footprint.corners, depth) + 'z';
}

/** Where something is drawn that is said to be at a square, a hex, a point of a plane of some depth. */
const PLACES = { at: centre, hex: hexCentre, spot: drawn };

const text = value => (value === null || value === undefined ? '' : String(value));

/** A value in words, as `said` in boards/bind.py. */
export function said(value, words) {
  if (value === null || value === undefined || value === '') return '';
  const parts = typeof value === 'object' ? value : { value };
  let template;
  if ('gap' in words) {
    const gaps = [...words.gap.matchAll(/\{(\w+)\}/g)].map(match => match[1]);
    template = gaps.some(gap => parts[gap] === null || parts[gap] === undefined) ? words.none : words.gap;
  } else {
    const key = text(parts[words.key ?? 'value']);
    template = Object.hasOwn(words.of, key) ? words.of[key] : key;
  }
  return template.replace(/\{(\w+)\}/g, (_, gap) => text(parts[gap]));
}

const filled = value => Boolean(value) && !(Array.isArray(value) && value.length === 0);

function attribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

function way(element, d) {
  attribute(element, 'display', d ? null : 'none');
  attribute(element, 'd', d || null);
}

function stand(element, at, place) {
  attribute(element, 'display', at ? null : 'none');
  attribute(element, 'transform', at ? `translate(${place(at).join(' ')})` : null);
}

/** An element of a drawn list, as `_element` in boards/bind.py. */
function grow(space, item, [tag, fixed, bindings, children]) {
  const own = tag === 'svg' ? SVG : space;
  const made = document.createElementNS(own, tag);
  for (const [name, value] of Object.entries(fixed)) made.setAttribute(name, value);
  follow(made, item, bindings);
  made.append(...children.map(child => grow(own, item, child)));
  return made;
}

const drawings = new WeakMap();

/** Make anew what is drawn of a list, if the list is another. */
function redraw(element, items, made) {
  const drawing = JSON.stringify(items);
  if (drawings.get(element) === drawing) return;
  drawings.set(element, drawing);
  element.replaceChildren(...items.map(made));
}

const OPS = {
  at: (element, view, path) => stand(element, found(view, path), centre),
  hex: (element, view, path) => stand(element, found(view, path), hexCentre),
  spot: (element, view, path, depth) => stand(element, found(view, path), at => drawn(at, depth)),
  lift: (element, view, path, scale) => attribute(element, 'transform', `translate(0 ${-(found(view, path) || 0)}) scale(${scale})`),
  flag(element, view, name, path, ...wanted) {
    const value = found(view, path);
    const on = wanted.length ? value === wanted[0] : filled(value);
    attribute(element, name === 'hidden' ? name : `data-${name}`, on ? '' : null);
  },
  state: (element, view, name, path) => attribute(element, `data-${name}`, text(found(view, path))),
  course(element, view, path) {
    const flight = found(view, path);
    way(element, flight ? course(flight) : '');
    attribute(element, 'data-lob', flight?.lob ? '' : null);
  },
  order(element, view, path) {
    attribute(element, 'data-order', text(found(view, path)));
    element.style.order = element.dataset.order;
  },
  number: (element, view, name, path) => attribute(element, name, String(found(view, path) || 0)),
  tell: (element, view, name, path, words) => attribute(element, name, said(found(view, path), words)),
  bar: (element, view, length, path, full) =>
    attribute(element, 'width', String(Math.floor((length * (found(view, path) || 0)) / (found(view, full) || 1)))),
  trail: (element, view, path, depth) => way(element, trail(found(view, path) ?? [], depth)),
  shape(element, view, path, depth) {
    const footprint = found(view, path);
    way(element, footprint ? outline(footprint, depth) : '');
  },
  draw(element, view, path, specs) {
    redraw(element, found(view, path) ?? [], item => {
      const group = document.createElementNS(element.namespaceURI, 'g');
      group.append(...specs.map(spec => grow(element.namespaceURI, item, spec)));
      return group;
    });
  },
  each(element, view, path, spec) {
    redraw(element, found(view, path) ?? [], item => grow(element.namespaceURI, item, spec));
  },
  lines(element, view, path, figures, names, scale, op, ...depth) {
    const at = id => found(view, [...figures, id, 'at']);
    const standing = (found(view, path) ?? []).map(item => ({ item, ends: [at(item.one), at(item.other)] })).filter(({ ends }) => !ends.includes(null));
    redraw(element, standing, ({ item, ends }) => {
      const [[x1, y1], [x2, y2]] = ends.map(end => PLACES[op](end, ...depth));
      const [one, other] = [item.one, item.other].map(id => (Object.hasOwn(names, id) ? names[id] : id));
      const middle = `translate(${Math.floor((x1 + x2) / 2)} ${Math.floor((y1 + y2) / 2)}) scale(${scale})`;
      const spec = ['g', { class: 'between' }, [], [
        ['title', {}, [['text', ['title']]], []],
        ['path', { d: `M${x1} ${y1}L${x2} ${y2}` }, [], []],
        ['text', { transform: middle }, [['text', ['label']]], []],
      ]];
      return grow(element.namespaceURI, { title: `${one}, ${item.label}, ${other}`, label: item.label }, spec);
    });
  },
  json(element, view, path) {
    const value = found(view, path);
    put(element, typeof value === 'string' ? value : JSON.stringify(value));
  },
  text: (element, view, path) => put(element, text(found(view, path))),
  square(element, view, path) {
    const at = found(view, path);
    put(element, at ? `(${at[0]}, ${at[1]})` : '');
  },
  point(element, view, path) {
    const at = found(view, path);
    put(element, at ? `(${at.map(inches).join(', ')})` : '');
  },
  say: (element, view, path, words) => put(element, said(found(view, path), words)),
  list: (element, view, path, words, empty) =>
    put(element, (found(view, path) ?? []).map(item => said(item, words)).join(', ') || empty),
};

function follow(element, view, bindings) {
  for (const [op, ...rest] of bindings) OPS[op](element, view, ...rest);
}

/** Make everything under `root` show `view`. */
export function apply(root, view) {
  for (const element of root.querySelectorAll('[data-bind]')) {
    follow(element, view, JSON.parse(element.dataset.bind));
  }
}
