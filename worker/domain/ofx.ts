// Statements in OFX: 1.x, which is SGML with leaves that nobody closes, and 2.x, which is XML. One walk over the tags reads both; what
// is no movement and no closing balance is passed over. No entity is expanded but the five of XML and numbers, and nothing is read twice,
// so that a file costs what it is long.

import {
  accountName,
  bankCents,
  bankDay,
  bankLineOf,
  BANK_LINES_MAX,
  type BankFileFault,
  type BankLine,
  type BankStatement,
  type ClosingBalance,
  isFault,
} from './bank-files.ts';
import type { Day } from './brasilia.ts';
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
/** The account of which a statement is. */
const OWNERS: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM']);
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9._]{0,31})[ \t]*>([^<]*)/gu;

/** What is read, and where each ends if nobody closes it. Of balances only the booked one: the available one counts what has not moved. */
const ENDS: Readonly<Record<'STMTTRN' | 'LEDGERBAL', ReadonlySet<string>>> = {
  STMTTRN: new Set(['STMTTRN', 'BANKTRANLIST', 'LEDGERBAL']),
  LEDGERBAL: new Set(['LEDGERBAL', 'STMTTRN', 'AVAILBAL', 'BALLIST', 'STMTRS']),
};

type Leaves = Map<string, string>;
type Part = { readonly of: keyof typeof ENDS; readonly leaves: Leaves };

export function statementFromOfx(
  text: string,
  currency: 'USD' | 'BRL',
): Result<BankStatement, BankFileFault> {
  const start = text.search(/<OFX>/iu);
  // A document that declares what it is made of could be made of anything.
  if (start < 0 || /<!(?:DOCTYPE|ENTITY)/iu.test(text)) return err({ fault: 'format', line: null });
  const body = withoutCdata(text.slice(start));
  // A file that ends before its end may end in the midst of an amount.
  if (body === null || !/<\/OFX>/iu.test(body)) return err({ fault: 'format', line: null });
  const lines: BankLine[] = [];
  const balances: ClosingBalance[] = [];
  const accounts = new Set<string>();
  let owner: Leaves | null = null;
  let movements = 0;
  let part: Part | null = null;
  let other: string | null = null;
  const end = (by: string | null): BankFileFault | null => {
    const ended = part;
    if (ended === null || (by !== null && !ENDS[ended.of].has(by))) return null;
    part = null;
    other = null;
    if (ended.of === 'LEDGERBAL') {
      const balance = balanceOf(ended.leaves);
      if (balance !== null && isFault(balance)) return balance;
      if (balance !== null) balances.push(balance);
      return null;
    }
    movements += 1;
    if (movements > BANK_LINES_MAX) return { fault: 'lines', line: null };
    const parsed = movementOf(ended.leaves, movements);
    if (parsed !== null && isFault(parsed)) return parsed;
    if (parsed !== null) lines.push(parsed);
    return null;
  };
  for (const [, slash, tag = '', value = ''] of body.matchAll(TAG)) {
    const name = tag.toUpperCase();
    const closes = slash === '/';
    if (name === 'CURDEF' && !closes && value.trim().toUpperCase() !== currency)
      return err({ fault: 'currency', line: null });
    const fault = end(name);
    if (fault !== null) return err(fault);
    if (part === null && OWNERS.has(name)) {
      if (closes && owner !== null)
        accounts.add(accountName(owner.get('BANKID') ?? '', owner.get('ACCTID') ?? ''));
      owner = closes ? null : new Map();
    }
    if (!closes) owner?.set(name, plainText(value));
    if (name === 'STMTTRN' || name === 'LEDGERBAL') {
      if (!closes) part = { of: name, leaves: new Map() };
    } else if (part === null) {
      continue;
    } else if (PARTS_OF_OTHERS.has(name)) {
      if (!closes) other ??= name;
      else if (other === name) other = null;
    } else if (!closes && other === null && !part.leaves.has(name)) {
      part.leaves.set(name, plainText(value));
    }
  }
  const fault = end(null);
  if (fault !== null) return err(fault);
  if (lines.length === 0) return err({ fault: 'empty', line: null });
  // Two of them are of two accounts, or one of them is wrong.
  if (balances.length > 1) return err({ fault: 'balance', line: null });
  // Of two accounts one is not the one that was chosen.
  if (accounts.size > 1) return err({ fault: 'account', line: null });
  return ok({ lines, balance: balances[0] ?? null, account: [...accounts][0] ?? null });
}

/** Null where it says no day, or the zeros that some banks write for none. */
function balanceOf(leaves: Leaves): ClosingBalance | BankFileFault | null {
  const written = leaves.get('DTASOF') ?? '';
  if (/^0*$/u.test(written)) return null;
  const day = ofxDay(written);
  const cents = ofxCents(leaves.get('BALAMT') ?? '');
  return day === null || cents === null ? { fault: 'balance', line: null } : { day, cents };
}

function movementOf(leaves: Leaves, line: number): BankLine | BankFileFault | null {
  const leaf = (name: string) => leaves.get(name) ?? '';
  return bankLineOf({
    line,
    day: ofxDay(leaf('DTPOSTED')),
    cents: ofxCents(leaf('TRNAMT')),
    reference: leaf('FITID'),
    text: ['REFNUM', 'CHECKNUM', 'NAME', 'MEMO'].map(leaf).join(' '),
  });
}

function ofxDay(text: string): Day | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})/u.exec(text) ?? [];
  return bankDay(year, month, day);
}

/** The specification allows either sign, and no thousands. */
const ofxCents = (text: string): number | null =>
  /^[+-]?\d+(?:[.,]\d*)?$/u.test(text)
    ? bankCents(text.replace(/[.,]$/u, ''), text.includes(',') ? ',' : '.')
    : null;

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
