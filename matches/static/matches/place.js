// A board that is larger than its box is scrolled to where something happens.

const AT = /(?:translate\(|[ML])(-?[\d.]+) (-?[\d.]+)/;

/** Where to scroll, along one axis, to see what lies between two points: nowhere if it is seen already, with some table around it. */
function shown(from, to, start, now, seen) {
  if (from >= now + seen / 5 && to <= now + (4 * seen) / 5) return now;
  return (to - from < seen ? (from + to) / 2 : start) - seen / 2;
}

document.addEventListener('change', event => {
  if (event.target.name !== 'zoom') return;
  const stage = event.target.closest('.stage');
  const box = stage.querySelector('.board-box');
  box.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2);
  showPlace(stage);
});

/** Show what the current event draws, else the player whose go it is, else whoever is there; and who was nominated last. */
export function showPlace(stage) {
  const chain = stage.querySelector('.chain');
  if (chain) chain.scrollLeft = chain.scrollWidth;
  const box = stage.querySelector('.board-box');
  if (!box || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
  const board = box.querySelector('svg');
  if (!board) return;
  const drawn = board.querySelector('.strokes .stroke');
  const figure = board.querySelector('.token[data-active]') ?? board.querySelector('.token:not([display=none])');
  const place = drawn?.getAttribute('d') ?? figure?.getAttribute('transform');
  const at = AT.exec(place ?? '')?.slice(1).map(Number);
  if (!at) return;
  const view = board.viewBox.baseVal;
  const around = drawn?.getBBox() ?? { x: at[0], y: at[1], width: 0, height: 0 };
  const across = x => ((x - view.x) / view.width) * box.scrollWidth;
  const down = y => ((y - view.y) / view.height) * box.scrollHeight;
  box.scrollLeft = shown(across(around.x), across(around.x + around.width), across(at[0]), box.scrollLeft, box.clientWidth);
  box.scrollTop = shown(down(around.y), down(around.y + around.height), down(at[1]), box.scrollTop, box.clientHeight);
}
