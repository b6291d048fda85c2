// A roll taken apart, as templates/matches/_roll.html draws it.

/** An element with a class, text, and children. */
export function make(name, className = '', content = '', ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (content) element.textContent = content;
  element.append(...children);
  return element;
}

function row(value, label, rule, words) {
  const line = make('tr', '', '', make('td', 'num', value));
  const head = make('th', '', label);
  head.scope = 'row';
  line.append(head, make('td', '', '', drawRule(rule, words)));
  return line;
}

/** A rule by its number, whose words open over the page, as templates/components/rule.html draws it. */
export function drawRule(rule, words) {
  if (!rule) return '';
  const note = make('span', 'popover', '', make('b', '', rule), ` ${words || 'The text of this rule is not available here.'}`);
  note.popover = 'auto';
  const button = make('button', 'link', rule);
  button.type = 'button';
  button.popoverTargetElement = note;
  return make('span', 'rule-note', '', button, note);
}

/** What is added to the dice, empty where it is nothing. */
function bonusOf(roll) {
  return ['', '0', '+0'].includes(roll.bonus ?? '') ? '' : roll.bonus;
}

/** A roll in one line, as templates/components/roll_chip.html draws it: by whom, unless the text beside it begins with them. */
export function drawChip(roll, beside) {
  const made = roll.success === true ? ' made' : roll.success === false ? ' missed' : '';
  const by = beside.toLowerCase().startsWith(roll.by.toLowerCase()) ? '' : `${roll.by}: `;
  const faces = roll.dice.filter(die => die.kept).map(die => die.face);
  const chip = make('span', `chip${made}`, by + faces.join('+'));
  chip.title = `${roll.roll}, ${roll.rule}`;
  const bonus = bonusOf(roll);
  if (bonus) chip.append(` ${bonus[0]} ${bonus.slice(1)}`);
  if (bonus || (faces.length > 1 && roll.target !== null)) chip.append(' = ', make('b', '', String(roll.total)));
  if (roll.target !== null) chip.append(` vs ${roll.target}`);
  if (made) chip.append(' ', make('span', 'verdict', roll.success ? '✓' : '✕', make('span', 'sr', roll.success ? 'made' : 'missed')));
  if (roll.percent) {
    const chance = make('small', '', `· ${roll.percent} `, make('span', 'aim', roll.aim ?? ''));
    chance.title = 'Chance before the roll';
    chip.append(' ', chance);
  }
  return chip;
}

/** The breakdown of a line's `roll`. */
export function drawRoll(roll) {
  const dice = make('p', 'dice');
  for (const die of roll.dice) {
    const face = make('span', die.kept ? 'die' : 'die dropped', String(die.face));
    face.title = `d${die.sides}${die.kept ? '' : ', not counted'}`;
    dice.append(face);
  }
  const sum = make('span', 'sum', `${[roll.roll, bonusOf(roll)].join(' ').trim()} = `, make('b', '', String(roll.total)));
  if (roll.target !== null) sum.append(` ${roll.compare} ${roll.target}`);
  else if (roll.compare) sum.append(`, ${roll.compare}`);
  if (roll.margin) sum.append(' ', make('em', roll.success ? 'made' : 'missed', roll.margin));
  dice.append(sum);
  const box = make('div', 'roll', '', dice);
  if (roll.percent) {
    const chance = make('p', 'chance', `The chance was ${roll.percent} ${roll.aim ?? ''}`);
    chance.title = roll.fraction;
    box.append(chance);
  }
  const body = make('tbody');
  for (const mod of roll.mods) body.append(row(mod.signed, mod.label, mod.rule, mod.text || roll.rule_text));
  for (const source of roll.sources ?? []) body.append(row(source.sign, source.label, source.rule, source.text));
  body.append(row('', `the roll${roll.source ? ` (${roll.source})` : ''}`, roll.rule, roll.rule_text));
  box.append(make('table', 'mods', '', body));
  return box;
}
