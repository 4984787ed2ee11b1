// Files of movements that gateways and banks hand out: where they come from, how each is written, and their limits.

import type { Day } from './brasilia.ts';
import type { Asset } from './operations.ts';

export const BANK_FORMATS = ['csv', 'ofx'] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];

/** How a source writes its CSV. */
export type CsvMapping = {
  readonly delimiter: ',' | ';';
  readonly decimal: '.' | ',';
  readonly date: 'year-first' | 'day-first';
  /** Names of the columns; one that is null is not there. */
  readonly columns: {
    readonly day: string;
    readonly amount: string;
    readonly reference: string | null;
    readonly text: string | null;
    /** What is on the account after the movement; a cell of it may be empty. */
    readonly balance: string | null;
  };
};

/** Words of the table `bank_sources`: one for each account of the house that a bank or a gateway keeps. */
export const BANK_SOURCES = {
  dollars: {
    asset: 'usd',
    account: 'house:cash-clearing',
    /** The settlement report of the gateway. */
    csv: {
      delimiter: ',',
      decimal: '.',
      date: 'year-first',
      columns: {
        day: 'date',
        amount: 'amount',
        reference: 'reference',
        text: 'description',
        balance: 'balance',
      },
    },
  },
  reais: {
    asset: 'brl',
    account: 'house:pix',
    /** As Brazil's banks export a statement. */
    csv: {
      delimiter: ';',
      decimal: ',',
      date: 'day-first',
      columns: { day: 'Data', amount: 'Valor', reference: 'Documento', text: 'Histórico', balance: 'Saldo' },
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly asset: Asset; readonly account: string; readonly csv: CsvMapping }>
>;
export type BankSource = keyof typeof BANK_SOURCES;
export const BANK_SOURCE_NAMES = Object.keys(BANK_SOURCES) as [BankSource, ...BankSource[]];

export const BANK_FILE_MAX_BYTES = 2 * 1024 * 1024;
/** Movements of one file. */
export const BANK_LINES_MAX = 5_000;
export const BANK_LABEL_MAX_CHARACTERS = 120;
/** Names of a payment that are kept of one line, and how long each is. */
export const PAYMENT_IDS_MAX = 4;
export const PAYMENT_ID_MAX_CHARACTERS = 100;
/** Whoever writes more than this into one field writes no statement. */
const FIELD_MAX_CHARACTERS = 500;

export type BankLine = {
  /** The place in its file, from 1. */
  readonly line: number;
  readonly day: Day;
  /** What came in is positive. */
  readonly cents: number;
  readonly paymentIds: readonly string[];
};

/** What the bank says is on the account at the end of a day. */
export type ClosingBalance = { readonly day: Day; readonly cents: number };

export type BankStatement = {
  readonly lines: readonly BankLine[];
  /** Null where the file says none, or none with its day. */
  readonly balance: ClosingBalance | null;
  /** Whose movements they are, as `accountName` writes it; null where the file does not say. */
  readonly account: string | null;
};

/** A bank and its account without what each bank writes its own way: signs, spaces, leading zeros. */
export const accountName = (bank: string, account: string): string =>
  [bank, account]
    .map((part) => part.replaceAll(/[^0-9A-Za-z]/gu, '').replace(/^0+/u, ''))
    .join('/')
    .toUpperCase();

/**
 * The account of a source by the setting `BANK_ACCOUNTS`, such as `dollars=021000021/4711, reais=341/12345-6`; null where it says none,
 * and then no file is compared with it.
 */
export function accountOfSource(setting: string, source: BankSource): string | null {
  for (const entry of setting.split(',')) {
    const [, name, bank = '', account = ''] = /^\s*([a-z]+)=([^/]+)\/(.+?)\s*$/u.exec(entry) ?? [];
    if (name === source) return accountName(bank, account);
  }
  return null;
}

/** Why a file is not taken. */
export const BANK_FILE_FAULTS = [
  'encoding',
  'format',
  'columns',
  'currency',
  'account',
  'day',
  'amount',
  'field',
  'balance',
  'lines',
  'empty',
] as const;
export type BankFileFault = {
  readonly fault: (typeof BANK_FILE_FAULTS)[number];
  /** Null: the file as a whole. */
  readonly line: number | null;
};

type Fields = {
  readonly line: number;
  readonly day: Day | null;
  readonly cents: number | null;
  readonly reference: string;
  readonly text: string;
};

/** A movement of what a file says of it; null for a line that moves nothing, as banks write a balance carried forward. */
export function bankLineOf(fields: Fields): BankLine | BankFileFault | null {
  const { line, day, cents, reference, text } = fields;
  if (day === null) return { fault: 'day', line };
  if (cents === null) return { fault: 'amount', line };
  if (reference.length > FIELD_MAX_CHARACTERS || text.length > FIELD_MAX_CHARACTERS)
    return { fault: 'field', line };
  if (cents === 0) return null;
  return { line, day, cents, paymentIds: paymentIdsOf(reference, text) };
}

export const isFault = (parsed: object): parsed is BankFileFault => 'fault' in parsed;

/** 32 characters that begin with E (a payment by PIX) or D (one sent back), or an id of ours. */
const PAYMENT_ID =
  /\b(?:[ED]\d{20}[A-Za-z0-9]{11}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|sandbox-[0-9a-f-]{36})\b/gu;

/** The line's own reference, and what looks like the name of a payment in what the bank wrote of it. */
function paymentIdsOf(reference: string, text: string): string[] {
  const own = reference.trim();
  const named = [...`${own} ${text}`.matchAll(PAYMENT_ID)].map(([id]) => id);
  const all = own !== '' && own.length <= PAYMENT_ID_MAX_CHARACTERS ? [own, ...named] : named;
  return [...new Set(all)].slice(0, PAYMENT_IDS_MAX);
}

const BANK_CENTS_MAX = 1_000_000_000_000;

/** A decimal with two places at most; with thousands separated by the other sign, three by three, or not at all. Null: none. */
export function bankCents(text: string, decimal: '.' | ','): number | null {
  const [point, group] = decimal === '.' ? [String.raw`\.`, ','] : [',', String.raw`\.`];
  const pattern = new RegExp(`^([+-]?)(\\d{1,3}(?:${group}\\d{3})+|\\d{1,13})(?:${point}(\\d{1,2}))?$`, 'u');
  const [match, sign, whole = '', places = ''] = pattern.exec(text.trim()) ?? [];
  if (match === undefined) return null;
  const cents = Number(`${whole.replaceAll(/[.,]/gu, '')}${places.padEnd(2, '0')}`);
  if (cents > BANK_CENTS_MAX) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** A row of a file that says what is on the account after it, or does not. */
export type BalancedRow = {
  readonly line: number;
  readonly day: Day;
  readonly cents: number;
  readonly balance: number | null;
};

/**
 * The closing balance of rows, some of which say what is on the account after them. Banks write the newest row first or last. Where all
 * are of one day, the right order is the one in which the rows add up. A row that contradicts those before it is a fault: one of them is
 * wrong or missing.
 */
export function closingBalance(rows: readonly BalancedRow[]): ClosingBalance | BankFileFault | null {
  const [first] = rows;
  if (first === undefined) return null;
  const last = rows.at(-1) ?? first;
  if (first.day > last.day) return afterAll(rows.toReversed());
  const inOrder = afterAll(rows);
  if (first.day < last.day || inOrder === null || !isFault(inOrder)) return inOrder;
  const turned = afterAll(rows.toReversed());
  return turned === null || isFault(turned) ? inOrder : turned;
}

function afterAll(rows: readonly BalancedRow[]): ClosingBalance | BankFileFault | null {
  let known: ClosingBalance | null = null;
  for (const { line, day, cents, balance } of rows) {
    const after: number | null = known === null ? balance : known.cents + cents;
    if (balance !== null && balance !== after) return { fault: 'balance', line };
    if (after !== null) known = { day, cents: after };
  }
  return known;
}

const EARLIEST_DAY = '2000-01-01';
const LATEST_DAY = '2999-12-31';

/** A day of the calendar as its parts are written; null for 31 February. */
export function bankDay(year: string, month: string, day: string): Day | null {
  const text = `${year}-${month}-${day}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null;
  return text >= EARLIEST_DAY && text <= LATEST_DAY ? text : null;
}

/**
 * What tells each line from the others of its source, also in another file of the same days: banks number payments anew, and give
 * two of them one number, so day, amount and which of equal ones it is belong to it.
 */
export function lineKeys(lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ day, cents, paymentIds }) => {
    const [first = ''] = paymentIds;
    const same = `${day} ${cents} ${first}`;
    const n = (seen.get(same) ?? 0) + 1;
    seen.set(same, n);
    return `${same} ${n}`;
  });
}
