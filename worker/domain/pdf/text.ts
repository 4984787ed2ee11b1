// Text of a PDF file: the characters of WinAnsi, which every reader has a Helvetica for, and how wide they are. No font is embedded, so
// the widths are those of Adobe's metrics of Helvetica (AFM), in thousandths of the font's size.

export type PdfFont = 'regular' | 'bold';

/** From the space to the tilde. */
const ASCII_WIDTHS: Readonly<Record<PdfFont, readonly number[]>> = {
  regular:
    widthsOf(`278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
    584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278
    278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334
    260 334 584`),
  bold: widthsOf(`278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
    584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333
    278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389
    280 389 584`),
};

/** What is no letter with an accent, and what is as wide as no letter of ASCII: regular, bold. */
const OTHER_WIDTHS: Readonly<Record<string, readonly [regular: number, bold: number]>> = {
  '\u00A0': [278, 278],
  '§': [556, 556],
  ª: [370, 370],
  º: [365, 365],
  '°': [400, 400],
  '·': [278, 278],
  '«': [556, 556],
  '»': [556, 556],
  '–': [556, 556],
  '—': [1000, 1000],
  '‘': [222, 278],
  '’': [222, 278],
  '“': [333, 500],
  '”': [333, 500],
  '…': [1000, 1000],
  '•': [350, 350],
  '€': [556, 556],
  '£': [556, 556],
  '×': [584, 584],
  '±': [584, 584],
  '¿': [611, 611],
  '¡': [333, 333],
  Æ: [1000, 1000],
  æ: [889, 889],
  Ø: [778, 778],
  ø: [611, 611],
  ß: [611, 611],
  Ð: [722, 722],
  ð: [556, 611],
  Þ: [667, 667],
  þ: [556, 611],
  Œ: [1000, 1000],
  œ: [944, 944],
};
/** An i without its dot is wider than the i. */
const ACCENTED_I = 'ìíîï';
const ACCENTED_I_WIDTH = 278;

/** Where WinAnsi differs from Latin 1: the codes 0x80 to 0x9F. */
const CODES = new Map(
  Object.entries({
    '€': 0x80,
    '…': 0x85,
    Š: 0x8a,
    Œ: 0x8c,
    Ž: 0x8e,
    '‘': 0x91,
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '•': 0x95,
    '–': 0x96,
    '—': 0x97,
    š: 0x9a,
    œ: 0x9c,
    ž: 0x9e,
    Ÿ: 0x9f,
  }),
);

function widthsOf(list: string): readonly number[] {
  return list.split(/\s+/u).map(Number);
}

const BEYOND_ASCII = /[^\u0020-\u007E]/gu;

/** The text with what WinAnsi has: other letters lose their accents, what is still unknown is a question mark, and what nobody sees goes. */
export function printable(text: string): string {
  return text.normalize('NFC').replaceAll(BEYOND_ASCII, (character) => knownAs(character));
}

function knownAs(character: string): string {
  if (character !== '\u00A0' && /\s/u.test(character)) return ' ';
  if (/[\p{Cc}\p{Cf}\p{M}]/u.test(character)) return '';
  if (isKnown(character)) return character;
  const base = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return base !== '' && [...base].every((one) => isKnown(one)) ? base : '?';
}

const isKnown = (character: string): boolean => widthIn(character, 'regular') !== null;

function widthIn(character: string, font: PdfFont): number | null {
  const ascii = ASCII_WIDTHS[font][character.charCodeAt(0) - 0x20];
  if (ascii !== undefined) return ascii;
  const other = OTHER_WIDTHS[character];
  if (other !== undefined) return other[font === 'bold' ? 1 : 0];
  if (ACCENTED_I.includes(character)) return ACCENTED_I_WIDTH;
  if (codeOf(character) === null) return null;
  return ASCII_WIDTHS[font][character.normalize('NFD').charCodeAt(0) - 0x20] ?? null;
}

/** Of what is beyond ASCII. */
function codeOf(character: string): number | null {
  const special = CODES.get(character);
  if (special !== undefined) return special;
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xa0 && code <= 0xff ? code : null;
}

/** In thousandths of the font's size; of printable text. */
export function textWidth(text: string, font: PdfFont): number {
  let sum = 0;
  for (const character of text) sum += widthIn(character, font) ?? 0;
  return sum;
}

/** A PDF string of printable text: ASCII, everything else as octal codes. */
export function pdfString(text: string): string {
  const written = text
    .replaceAll(/[\\()]/gu, (sign) => `\\${sign}`)
    .replaceAll(BEYOND_ASCII, (character) => `\\${codeOf(character)?.toString(8) ?? '077'}`);
  return `(${written})`;
}

/** A text outside the pages (title, name of a file): UTF-16 in hexadecimal, so that any letter fits. */
export function pdfTextString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => hex4(text.charCodeAt(index)));
  return `<FEFF${units.join('')}>`;
}

const hex4 = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** Lines that fit, each line of the text by itself; a word that is too long for one is cut. `width` in points. */
export function wrapped(text: string, font: PdfFont, size: number, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, font, (width * 1000) / size));
}

function wrappedLine(text: string, font: PdfFont, limit: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, font) <= limit) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cut(word, font, limit);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

function cut(word: string, font: PdfFont, limit: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && textWidth(piece + character, font) > limit) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
