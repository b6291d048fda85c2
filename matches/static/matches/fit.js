// Tokens are large enough to be seen and hit; those that would cover each other are set apart, with a line to where each stands.

const LEAST_PX = 30;
const ROUNDS = 80;
const TALL = 1.3; // With a crown above it or a bar below it a token takes more room in height.
const TETHER = 0.4; // Of its radius: a token that is moved less needs no line.
const SVG = 'http://www.w3.org/2000/svg';
const AT = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/;

function spotOf(figure, pixels) {
  const token = figure.parentElement;
  const found = AT.exec(token.getAttribute('transform') ?? '');
  if (!found || token.getAttribute('display') === 'none') return null;
  const radius = Number(figure.dataset.radius);
  const size = Math.max(1, LEAST_PX / 2 / (radius * pixels));
  const at = [Number(found[1]), Number(found[2])];
  return { figure, at, to: [...at], size, radius: radius * size, tall: figure.querySelector('.life') ? TALL : 1 };
}

/** Two spots that overlap, each moved half of what they lack; who stands on the same point goes sideways. */
function part(one, other) {
  const tall = Math.max(one.tall, other.tall);
  const [dx, dy] = [other.to[0] - one.to[0], (other.to[1] - one.to[1]) / tall];
  const apart = Math.hypot(dx, dy);
  const lack = one.radius + other.radius - apart;
  if (lack <= 0.01 * one.radius) return false;
  const [x, y] = apart ? [dx / apart, (dy / apart) * tall] : [1, 0];
  one.to = [one.to[0] - (x * lack) / 2, one.to[1] - (y * lack) / 2];
  other.to = [other.to[0] + (x * lack) / 2, other.to[1] + (y * lack) / 2];
  return true;
}

function setApart(spots) {
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    spots.forEach((one, place) => { for (const other of spots.slice(place + 1)) moved = part(one, other) || moved; });
    if (!moved) return;
  }
}

function place({ figure, at, to, size, radius }) {
  const [dx, dy] = [Math.round(to[0] - at[0]), Math.round(to[1] - at[1])];
  figure.setAttribute('transform', `translate(${dx} ${dy}) scale(${size.toFixed(3)})`);
  figure.parentElement.querySelector(':scope > .tether')?.remove();
  if (Math.hypot(dx, dy) < radius * TETHER) return;
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('class', 'tether');
  line.setAttribute('d', `M0 0L${dx} ${dy}`);
  figure.before(line);
}

/** Draw the tokens of a board anew for its size on the screen. */
function fit(board) {
  const pixels = board.getScreenCTM()?.a;
  if (!pixels) return;
  const spots = [...board.querySelectorAll('.token > .figure')].map(figure => spotOf(figure, pixels)).filter(Boolean);
  setApart(spots);
  spots.forEach(place);
}

let seen = null;
const sizes = new ResizeObserver(() => seen && fit(seen));
const moves = new MutationObserver(changes => { if (changes.some(({ target }) => target.matches('.token'))) fit(seen); });

function follow() {
  const board = document.getElementById('arena');
  if (!board || board === seen) return;
  sizes.disconnect();
  moves.disconnect();
  seen = board;
  sizes.observe(board);
  for (const tokens of board.querySelectorAll('.tokens')) {
    moves.observe(tokens, { subtree: true, attributes: true, attributeFilter: ['transform', 'display'] });
  }
  fit(board);
}

document.addEventListener('htmx:afterSwap', follow);
follow();
