// A board that is wider than its box is scrolled to where something happens.

const AT = /(?:translate\(|[ML])(-?[\d.]+)/;

/** Show what the current event draws, else the player whose go it is. */
export function showPlace(stage) {
  const box = stage.querySelector('.board-box');
  if (!box || box.scrollWidth <= box.clientWidth) return;
  const board = box.querySelector('svg');
  const drawn = board.querySelector('.strokes .stroke');
  const place = drawn?.getAttribute('d') ?? board.querySelector('.token[data-active]')?.getAttribute('transform');
  const [, x] = AT.exec(place ?? '') ?? [];
  if (x) box.scrollLeft = (Number(x) / board.viewBox.baseVal.width) * box.scrollWidth - box.clientWidth / 2;
}
