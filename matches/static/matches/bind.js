// Applies a view to elements that are on the page already. The bindings are those of boards/bind.py; no rule of any game is known here.

const UNIT = 100, MARGIN = 50;

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

/** The way of a flight as an SVG path: straight from turn to turn, or one high arc. */
export function course({ path, lob }) {
  const points = path.map(centre);
  if (!lob) return 'M' + points.map(([x, y]) => `${x} ${y}`).join('L');
  const [[x1, y1], [x2, y2]] = [points[0], points[points.length - 1]];
  const rise = 60 + 30 * points.length;
  return `M${x1} ${y1}Q${Math.floor((x1 + x2) / 2)} ${Math.floor((y1 + y2) / 2) - rise} ${x2} ${y2}`;
}

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

const OPS = {
  at(element, view, path) {
    const at = found(view, path);
    attribute(element, 'display', at ? null : 'none');
    attribute(element, 'transform', at ? `translate(${centre(at).join(' ')})` : null);
  },
  flag(element, view, name, path, ...wanted) {
    const value = found(view, path);
    const on = wanted.length ? value === wanted[0] : filled(value);
    attribute(element, name === 'hidden' ? name : `data-${name}`, on ? '' : null);
  },
  state: (element, view, name, path) => attribute(element, `data-${name}`, text(found(view, path))),
  course(element, view, path) {
    const flight = found(view, path);
    attribute(element, 'display', flight ? null : 'none');
    attribute(element, 'd', flight ? course(flight) : null);
    attribute(element, 'data-lob', flight?.lob ? '' : null);
  },
  text: (element, view, path) => put(element, text(found(view, path))),
  square(element, view, path) {
    const at = found(view, path);
    put(element, at ? `(${at[0]}, ${at[1]})` : '');
  },
  say: (element, view, path, words) => put(element, said(found(view, path), words)),
  list: (element, view, path, words, empty) =>
    put(element, (found(view, path) ?? []).map(item => said(item, words)).join(', ') || empty),
};

/** Make everything under `root` show `view`. */
export function apply(root, view) {
  for (const element of root.querySelectorAll('[data-bind]')) {
    for (const [op, ...rest] of JSON.parse(element.dataset.bind)) OPS[op](element, view, ...rest);
  }
}
