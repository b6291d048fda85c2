// The places of a ground: squares, hexes, points of a plane. What can be chosen on it is a button for keys as well.

const SVG = 'http://www.w3.org/2000/svg';
const SPOT = 26; // The radius of a point that can be chosen, in the units of squares.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The middle of a place, as transforms write it. */
export function centreOf(place) {
  if (place.dataset.centre) return place.dataset.centre;
  return ['x', 'y'].map(side => Number(place.getAttribute(side)) + 50).join(' ');
}

/** The element of a place, "x,y"; a point of a plane has one as long as it can be chosen. */
export function placeOn(board, at) {
  return board?.querySelector(`[data-square="${at}"]`) ?? (board?.matches('.of-plane') && at ? spot(board, at) : null);
}

function spot(board, at) {
  const [x, y] = at.split(',').map(Number);
  const made = document.createElementNS(SVG, 'circle');
  const told = document.createElementNS(SVG, 'title');
  told.textContent = `(${x / 100}, ${y / 100})`;
  const centre = [x, Number(board.dataset.depth) - y];
  made.dataset.square = at;
  made.dataset.centre = centre.join(' ');
  for (const [name, value] of [['class', 'floor spot'], ['cx', centre[0]], ['cy', centre[1]], ['r', SPOT * Number(board.dataset.scale)]]) {
    made.setAttribute(name, value);
  }
  made.append(told);
  return board.querySelector('#places').appendChild(made);
}

/** What can be chosen, as it is read: from the top, from the left. */
function offered(board) {
  const found = [...board.querySelectorAll('[data-lit]')].map(one => ({ one, box: one.getBoundingClientRect() }));
  return found.sort((a, b) => Math.round(a.box.y - b.box.y) || a.box.x - b.box.x).map(({ one }) => one);
}

/** Whatever is lit can be tabbed to: one of them, the arrows lead to the others. */
export function offerToKeys(board) {
  if (!board?.matches('.ground')) return;
  for (const one of board.querySelectorAll('[role=button][tabindex]:not(.draft-spot)')) {
    for (const name of ['role', 'tabindex', 'aria-label']) one.removeAttribute(name);
  }
  offered(board).forEach((one, place) => {
    one.setAttribute('role', 'button');
    one.setAttribute('tabindex', place ? '-1' : '0');
    one.setAttribute('aria-label', one.querySelector('title').textContent);
  });
}

/** Of those that can be chosen the nearest that way; sideways counts double. */
function next(board, from, [x, y]) {
  const middle = one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x0, y0] = middle(from);
  const ways = offered(board).map(one => {
    const [dx, dy] = [middle(one)[0] - x0, middle(one)[1] - y0];
    return { one, along: dx * x + dy * y, aside: Math.abs(dx * y - dy * x) };
  }).filter(({ one, along, aside }) => one !== from && along > 1 && aside <= 2 * along);
  return ways.sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.one;
}

document.addEventListener('keydown', event => {
  const from = event.target.closest?.('.ground [data-lit][role=button]');
  if (!from) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    from.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  if (!ARROWS[event.key]) return;
  event.preventDefault();
  const to = next(from.closest('.ground'), from, ARROWS[event.key]);
  if (!to) return;
  from.setAttribute('tabindex', '-1');
  to.setAttribute('tabindex', '0');
  to.focus();
});
