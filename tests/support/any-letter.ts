// Any letter there is, control characters and what nobody has assigned among them. fast-check's own `unit: 'binary'` draws the same ones,
// and lays out a table of all of them first: a second in each process.

import fc from 'fast-check';

/** The halves of pairs, which are no letters. */
const [first, count] = [0xd800, 0x800];

export const anyLetter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - count }).map(
  (n) => String.fromCodePoint(n < first ? n : n + count),
  (letter) => {
    const code = typeof letter === 'string' ? letter.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== letter) throw new Error('not one letter');
    if (code >= first && code < first + count) throw new Error('half a letter');
    return code < first ? code : code - count;
  },
);
