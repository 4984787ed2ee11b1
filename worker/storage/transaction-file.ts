// A customer's transactions as a file: CSV for spreadsheets, in the language's words and numbers, or JSON with the API's own integers.

import commonEn from '../../locales/en/common.json' with { type: 'json' };
import fileEn from '../../locales/en/transaction-file.json' with { type: 'json' };
import listEn from '../../locales/en/transactions.json' with { type: 'json' };
import commonPt from '../../locales/pt-BR/common.json' with { type: 'json' };
import filePt from '../../locales/pt-BR/transaction-file.json' with { type: 'json' };
import listPt from '../../locales/pt-BR/transactions.json' with { type: 'json' };
import type { Transaction } from '../contract/transactions.ts';
import { CSV_SEPARATORS, CSV_START, CSV_TYPE, type CsvCell, csvRecordOf, csvTimeIn } from '../domain/csv.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import type { Language } from '../domain/settings-rules.ts';
import { iso } from '../domain/time.ts';

const WORDS = {
  'pt-BR': { ...filePt, list: listPt, metals: commonPt.metals },
  en: { ...fileEn, list: listEn, metals: commonEn.metals },
} as const satisfies Readonly<Record<Language, unknown>>;

export type TransactionFileAsked = {
  readonly format: 'csv' | 'json';
  readonly language: Language;
  readonly timeZone: string;
};

/** How a file is written, so that no more of it than a page is ever in memory. `number` counts from 1, the newest first. */
export type TransactionWriter = {
  readonly type: string;
  readonly start: string;
  readonly row: (transaction: Transaction, number: number) => string;
  readonly end: string;
};

export function transactionWriter(asked: TransactionFileAsked, madeAt: number): TransactionWriter {
  return asked.format === 'csv' ? csvWriter(asked) : jsonWriter(asked, madeAt);
}

type Column = keyof typeof filePt.columns;
const COLUMNS = Object.keys(filePt.columns) as Column[];

function csvWriter({ language, timeZone }: TransactionFileAsked): TransactionWriter {
  const { columns } = WORDS[language];
  const record = csvRecordOf(CSV_SEPARATORS[language]);
  const localTime = csvTimeIn(timeZone);
  return {
    type: CSV_TYPE,
    start: CSV_START + record(COLUMNS.map((column) => columns[column].replace('{{zone}}', timeZone))),
    row(transaction, number) {
      const local = localTime(Date.parse(transaction.createdAt));
      const cells = { ...cellsOf(transaction, language), number, localTime: local };
      return record(COLUMNS.map((column) => cells[column]));
    },
    end: '',
  };
}

const cents = (units: number | null): CsvCell => (units === null ? null : { units, places: 2 });

function cellsOf(
  transaction: Transaction,
  language: Language,
): Readonly<Record<Exclude<Column, 'number' | 'localTime'>, CsvCell>> {
  const { list, metals } = WORDS[language];
  const { id, type, metal, ouncesE4, status, method, reversedType } = transaction;
  return {
    time: transaction.createdAt,
    type: reversedType === undefined ? list.types[type] : list.undone[reversedType],
    metal: metal === null ? null : metals[metal],
    ounces: ouncesE4 === null ? null : { units: ouncesE4, places: 4 },
    price: cents(transaction.priceCents),
    subtotal: cents(transaction.subtotalCents),
    fee: cents(transaction.feeCents),
    total: cents(transaction.totalCents),
    gain: cents(transaction.realisedGainCents),
    method: method === null ? null : list.methods[method],
    gateway: transaction.gateway,
    status: list.statuses[status],
    settled: transaction.settledAt,
    receipt: receiptCode(id),
    reference: id,
    reverses: transaction.reverses ?? null,
    reversedBy: transaction.reversedBy ?? null,
    note: transaction.notes,
  };
}

const UNITS = {
  ouncesE4: 'ten-thousandths of a troy ounce',
  priceCents: 'US cents per troy ounce',
  subtotalCents: 'US cents',
  feeCents: 'US cents',
  totalCents: 'US cents',
  realisedGainCents: 'US cents',
} as const satisfies Partial<Record<keyof Transaction, string>>;

function jsonWriter({ timeZone }: TransactionFileAsked, madeAt: number): TransactionWriter {
  const localTime = csvTimeIn(timeZone);
  const about = JSON.stringify({ madeAt: iso(madeAt), timeZone, units: UNITS }, null, 2);
  return {
    type: 'application/json; charset=utf-8',
    start: `${about.slice(0, -2)},\n  "transactions": [`,
    row(transaction, number) {
      const local = localTime(Date.parse(transaction.createdAt));
      const line = { number, receipt: receiptCode(transaction.id), localTime: local, ...transaction };
      return `${number === 1 ? '' : ','}\n    ${JSON.stringify(line)}`;
    },
    end: '\n  ]\n}\n',
  };
}

/** With the days of its first and its last transaction, as the reader's clock shows them. */
export function transactionFileName(
  { format, language, timeZone }: TransactionFileAsked,
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const dayOf = (at: number) => csvTimeIn(timeZone)(at).slice(0, 10);
  const name = WORDS[language].name.replace('{{from}}', dayOf(first)).replace('{{to}}', dayOf(last));
  return `${name}.${format}`;
}
