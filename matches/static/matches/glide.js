// Tokens glide along the ways of what happened: a stroke with a `mover` names whose way it is. Arrows are drawn to their tip.

const FULL = 700, LEAST = 180, PER_UNIT = 0.9;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const gliding = new Map();

const points = d => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Steps of an animation along a polyline, each at its share of the whole length. */
function steps(way) {
  const lengths = way.slice(1).map(([x, y], at) => Math.hypot(x - way[at][0], y - way[at][1]));
  const whole = lengths.reduce((sum, one) => sum + one, 0);
  let gone = 0;
  return {
    whole,
    frames: way.map(([x, y], at) => {
      if (at) gone += lengths[at - 1];
      return { transform: `translate(${x}px, ${y}px)`, offset: whole ? gone / whole : at / (way.length - 1) };
    }),
  };
}

/** Let a token go the way `d` and come to rest where the page has put it. Resolves when it stands. */
export async function glide(token, d, longest = FULL) {
  gliding.get(token)?.cancel();
  const way = points(d);
  if (still.matches || way.length < 2 || token.getAttribute('display') === 'none') return;
  const { whole, frames } = steps(way);
  if (!whole) return;
  const animation = token.animate(frames, { duration: Math.min(longest, Math.max(LEAST, whole * PER_UNIT)), easing: 'ease-in-out' });
  gliding.set(token, animation);
  await animation.finished.catch(() => {});
  if (gliding.get(token) === animation) gliding.delete(token);
}

/** Everybody goes the ways of `strokes` ({mover, d}) that are theirs, one after the other. */
export function glideAlong(board, strokes, longest = FULL) {
  const ways = new Map();
  for (const { mover, d } of strokes) if (mover) ways.set(mover, (ways.get(mover) ?? '') + d);
  for (const [mover, d] of ways) {
    const token = board.querySelector(`[data-token="${CSS.escape(mover)}"]`);
    if (token) glide(token, d, longest);
  }
}

/** The ways that are drawn on a board. */
export const drawnWays = board =>
  [...board.querySelectorAll('.strokes [data-mover]')].map(one => ({ mover: one.dataset.mover, d: one.getAttribute('d') }));

/** Arrows on a board are drawn from their beginning to their tip: shots, blows, spells. */
export function trace(board) {
  if (still.matches) return;
  for (const stroke of board.querySelectorAll('.strokes .stroke[marker-end]')) {
    const whole = stroke.getTotalLength();
    const dashes = { strokeDasharray: `${whole} ${whole}` };
    stroke.animate([{ ...dashes, strokeDashoffset: whole }, { ...dashes, strokeDashoffset: 0 }], { duration: LEAST * 2 });
  }
}
