// Places and ways as forms take them: inches from the left and from the bottom, "12.5, 4; 14, 6, 0 jump". See pages/forms.py.

const JUMP = 'jump';

/** Hundredths as inches, without noughts at the end. */
export const inches = hundredths => String(Math.round(hundredths) / 100);

/** A text as waypoints, {at: [x, y] or [x, y, z] in hundredths, jump}; what cannot be read is left out. */
export function waypoints(text) {
  return text.split(/[;\n]/).map(part => part.trim()).filter(Boolean).map(part => {
    const jump = part.endsWith(JUMP);
    const at = (jump ? part.slice(0, -JUMP.length) : part).replace(/["″”()]/g, '').split(',').map(each => each.trim());
    return { at: at.map(each => (each === '' ? NaN : Math.round(Number(each) * 100))), jump };
  }).filter(({ at }) => (at.length === 2 || at.length === 3) && at.every(Number.isFinite));
}

/** Waypoints as a form takes them. */
export const written = points => points.map(({ at, jump }) => at.map(inches).join(', ') + (jump ? ` ${JUMP}` : '')).join('; ');

const FINE = 10;

/** A point of the table for a point of the drawing, to a tenth of an inch; one just beyond its edge lies on it. */
export function onTable([x, y], { width, depth }, beyond = 0) {
  const kept = (value, most) => Math.min(most + beyond, Math.max(-beyond, Math.round(value / FINE) * FINE));
  return [kept(x, width), kept(depth - y, depth)];
}
