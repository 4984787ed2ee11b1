// Statements in OFX: 1.x, which is SGML with leaves that nobody closes, and 2.x, which is XML. One walk over the tags reads both; what
// is no movement is passed over. No entity is expanded but the five of XML and numbers, and nothing is read twice, so that a file costs
// what it is long.

import {
  bankCents,
  bankDay,
  bankLineOf,
  BANK_LINES_MAX,
  type BankFileFault,
  type BankLine,
  isFault,
} from './bank-files.ts';
import { err, ok, type Result } from './result.ts';

/** Inside a movement these have parts of their own, which are not the movement's. */
const PARTS_OF_OTHERS: ReadonlySet<string> = new Set([
  'PAYEE',
  'BANKACCTTO',
  'CCACCTTO',
  'CURRENCY',
  'ORIGCURRENCY',
  'IMAGEDATA',
]);
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9._]{0,31})[ \t]*>([^<]*)/gu;

type Leaves = Map<string, string>;

export function linesFromOfx(text: string, currency: 'USD' | 'BRL'): Result<BankLine[], BankFileFault> {
  const start = text.search(/<OFX>/iu);
  // A document that declares what it is made of could be made of anything.
  if (start < 0 || /<!(?:DOCTYPE|ENTITY)/iu.test(text)) return err({ fault: 'format', line: null });
  const body = withoutCdata(text.slice(start));
  if (body === null) return err({ fault: 'format', line: null });
  const lines: BankLine[] = [];
  let movements = 0;
  let movement: Leaves | null = null;
  let other: string | null = null;
  const end = (): BankFileFault | null => {
    const leaves = movement;
    movement = null;
    other = null;
    if (leaves === null) return null;
    movements += 1;
    if (movements > BANK_LINES_MAX) return { fault: 'lines', line: null };
    const parsed = movementOf(leaves, movements);
    if (parsed !== null && isFault(parsed)) return parsed;
    if (parsed !== null) lines.push(parsed);
    return null;
  };
  for (const [, slash, tag = '', value = ''] of body.matchAll(TAG)) {
    const name = tag.toUpperCase();
    const closes = slash === '/';
    if (name === 'CURDEF' && !closes && value.trim().toUpperCase() !== currency)
      return err({ fault: 'currency', line: null });
    if (name === 'STMTTRN' || (closes && name === 'BANKTRANLIST')) {
      const fault = end();
      if (fault !== null) return err(fault);
      if (!closes) movement = new Map();
    } else if (movement === null) {
      continue;
    } else if (PARTS_OF_OTHERS.has(name)) {
      if (!closes && other === null) other = name;
      if (closes && other === name) other = null;
    } else if (!closes && other === null && !movement.has(name)) {
      movement.set(name, plainText(value));
    }
  }
  const fault = end();
  if (fault !== null) return err(fault);
  return lines.length === 0 ? err({ fault: 'empty', line: null }) : ok(lines);
}

function movementOf(leaves: Leaves, line: number): BankLine | BankFileFault | null {
  const leaf = (name: string) => leaves.get(name) ?? '';
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})/u.exec(leaf('DTPOSTED')) ?? [];
  const amount = leaf('TRNAMT');
  return bankLineOf({
    line,
    day: bankDay(year, month, day),
    // The specification allows either sign, and no thousands.
    cents: amount.includes(',') ? plainCents(amount, ',') : plainCents(amount, '.'),
    reference: leaf('FITID'),
    text: ['REFNUM', 'CHECKNUM', 'NAME', 'MEMO'].map(leaf).join(' '),
  });
}

const plainCents = (text: string, decimal: '.' | ','): number | null =>
  /^[+-]?\d+(?:[.,]\d*)?$/u.test(text) ? bankCents(text.replace(/[.,]$/u, ''), decimal) : null;

/** What is quoted, as text; null where a quotation does not end. */
function withoutCdata(text: string): string | null {
  const [begin, finish] = ['<![CDATA[', ']]>'];
  const parts: string[] = [];
  for (let at = 0; ;) {
    const from = text.indexOf(begin, at);
    if (from < 0) return [...parts, text.slice(at)].join('');
    const to = text.indexOf(finish, from);
    if (to < 0) return null;
    parts.push(
      text.slice(at, from),
      text
        .slice(from + begin.length, to)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;'),
    );
    at = to + finish.length;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function plainText(text: string): string {
  return text
    .replaceAll(/&(?:#(\d{1,7})|([a-z]{2,4}));/gu, (whole: string, digits?: string, name?: string) => {
      if (digits === undefined) return ENTITIES[name ?? ''] ?? whole;
      const code = Number(digits);
      return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
    })
    .trim();
}
