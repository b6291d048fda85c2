// House dice, recomputed: the same derivation as rules/kernel/dice.py, with what browsers bring along (Web Crypto).

const WORD = 2 ** 32;
const encoder = new TextEncoder();

const bytesOf = hex => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
const hexOf = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a secret, in hex. */
export const commitment = async secret => hexOf(await crypto.subtle.digest('SHA-256', bytesOf(secret)));

const hmacKey = raw => crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** Code points in order, as Python sorts texts. */
function byCodePoints(a, b) {
  const [left, right] = [[...a], [...b]];
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const gap = left[place].codePointAt(0) - right[place].codePointAt(0);
    if (gap) return gap;
  }
  return left.length - right.length;
}

/** The key of a match's dice, in hex; `salts` maps seat to salt. */
export async function diceKey(secret, match, salts) {
  const fields = ['dice/1', match, ...Object.keys(salts).sort(byCodePoints).map(seat => `${seat}=${salts[seat]}`)];
  const message = [];
  for (const field of fields) {
    const raw = encoder.encode(field);
    message.push(raw.length >>> 24, (raw.length >>> 16) & 255, (raw.length >>> 8) & 255, raw.length & 255, ...raw);
  }
  return hexOf(await crypto.subtle.sign('HMAC', await hmacKey(bytesOf(secret)), Uint8Array.from(message)));
}

/** The dice of a key: `face(index, sides)` gives `{face, next}`, the next unused block. */
export async function diceOf(keyHex) {
  const key = await hmacKey(bytesOf(keyHex));
  async function word(index) {
    const block = new DataView(new ArrayBuffer(8));
    block.setBigUint64(0, BigInt(index));
    return new DataView(await crypto.subtle.sign('HMAC', key, block.buffer)).getUint32(0);
  }
  return async function face(index, sides) {
    const limit = WORD - (WORD % sides);
    for (let at = index; ; at += 1) {
      const drawn = await word(at);
      if (drawn < limit) return { face: (drawn % sides) + 1, next: at + 1 };
    }
  };
}

/** Recompute a roll of the log: its `dice` and `blocks`. */
export async function recompute(face, roll) {
  const faces = [];
  let index = roll.blocks[0];
  for (const [sides] of roll.dice) {
    const drawn = await face(index, sides);
    faces.push(drawn.face);
    index = drawn.next;
  }
  const same = index - roll.blocks[0] === roll.blocks[1] && faces.every((drawn, place) => drawn === (roll.dice[place][1] || roll.dice[place][0])); // a 0 is printed on the highest face of some dice
  return { faces, same };
}
