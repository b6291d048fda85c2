// Recomputes every house die of a match and lays it beside the log.

import { commitment, diceKey, diceOf, recompute } from './dice.js';
import { make } from './roll.js';

const root = document.getElementById('dice');
const verdict = document.getElementById('verdict');

function rowOf(event, drawn, names) {
  const link = make('a', '', String(event.n));
  link.href = `${root.dataset.replay}#n=${event.n}`;
  const [first, count] = event.blocks;
  const blocks = count > 1 ? `${first}–${first + count - 1}` : String(first);
  const logged = event.dice.map(die => `${die[1]} (d${die[0]})`).join(', ');
  return make('tr', '', '', make('td', '', '', link), make('td', '', `${event.purpose.replaceAll('_', ' ')}, ${names[event.by] ?? event.by}`), make('td', '', blocks),
    make('td', '', logged), make('td', '', drawn.faces.join(', ')), make('td', drawn.same ? 'made' : 'missed', drawn.same ? 'yes' : 'no'));
}

async function check() {
  const answer = await fetch(root.dataset.document);
  if (!answer.ok) throw new Error('The log could not be loaded.');
  const { events, names } = await answer.json();
  const secret = events.find(event => event.type === 'secret_revealed')?.secret;
  if (!secret) return;
  const opened = events.find(event => event.type === 'match_opened');
  const salts = Object.fromEntries(events.filter(event => event.type === 'salt_added').map(event => [event.seat, event.salt]));
  const kept = (await commitment(secret)) === opened.commitment;
  const face = await diceOf(await diceKey(secret, opened.match, salts));
  const rolls = events.filter(event => event.blocks);
  const body = document.querySelector('#rolls tbody');
  let same = 0;
  let next = 0;
  let overlaps = 0;
  for (const event of rolls) {
    const drawn = await recompute(face, event);
    same += drawn.same ? 1 : 0;
    overlaps += event.blocks[0] < next ? 1 : 0;
    next = event.blocks[0] + event.blocks[1];
    body.append(rowOf(event, drawn, names));
  }
  document.getElementById('rolls').hidden = false;
  const sound = kept && same === rolls.length && overlaps === 0;
  verdict.className = sound ? 'made' : 'missed';
  verdict.textContent = [
    kept ? 'The secret fits the commitment.' : 'The secret does NOT fit the commitment.',
    `${same} of ${rolls.length} rolls match the log.`,
    overlaps ? `${overlaps} rolls use blocks that were used before.` : 'No block was used twice.',
  ].join(' ');
}

if (verdict) check().catch(error => { verdict.className = 'fault'; verdict.textContent = `${error.message} Reload the page to try again.`; });
