// The replay document: finding the view after any event with its checkpoints and patches.

function changed(part, path, value) {
  if (path.length === 0) return value[0];
  const [key, ...rest] = path;
  const copy = Array.isArray(part) ? [...part] : { ...part };
  if (rest.length) copy[key] = changed(copy[key], rest, value);
  else if (value.length) copy[key] = value[0];
  else delete copy[key];
  return copy;
}

/** A view with a patch applied; the view itself stays as it is. */
export const patched = (view, patch) => patch.reduce((now, [path, ...value]) => changed(now, path, value), view);

/** The view after event `n`, from the last checkpoint at or before it. `near` may be a moment already known: {n, view}. */
export function seek(replay, n, near = null) {
  let from = replay.checkpoints[0];
  for (const checkpoint of replay.checkpoints) if (checkpoint.n <= n) from = checkpoint;
  if (near && near.n <= n && near.n > from.n) from = near;
  let view = from.view;
  for (let event = from.n; event < n; event += 1) view = patched(view, replay.events[event].patch);
  return view;
}
