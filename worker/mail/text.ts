// The plain form of a message: complete, and pleasant to read by itself.

import type { Letter } from './types.ts';

const WIDTH = 72;

export function textOf(letter: Letter): string {
  const labels = letter.rows.map(([label]) => label.length);
  const column = Math.max(0, ...labels) + 2;
  const blocks = [
    letter.title,
    letter.greeting ?? '',
    ...letter.paragraphs.map((text) => wrapped(text)),
    letter.rows.map(([label, value]) => `${`${label}:`.padEnd(column)}${value}`).join('\n'),
    `${letter.action.label}:\n${letter.action.url}`,
    ...letter.after.map((text) => wrapped(text)),
    letter.quote === undefined ? '' : `${letter.quote.label}\n${quoted(letter.quote.text)}`,
    letter.second === null ? '' : `${letter.second.label}:\n${letter.second.url}`,
    letter.freeze === null
      ? ''
      : `${wrapped(letter.freeze.text)}\n${letter.freeze.link.label}:\n${letter.freeze.link.url}`,
    `-- \n${letter.brand}\n${letter.home}`,
    ...letter.footer.slice(0, 1).map((text) => wrapped(text)),
    letter.settings === null ? '' : `${letter.settings.label}:\n${letter.settings.url}`,
    ...letter.footer.slice(1).map((text) => wrapped(text)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Each line behind a mark, as mail programs know a quotation. */
function quoted(text: string): string {
  return wrapped(text, WIDTH - 2)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Lines of at most 72 characters, as mail programs show them whole; a line break stays one. */
function wrapped(text: string, width = WIDTH): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n');
}

/** A longer word keeps its line. */
function wrappedLine(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
