// The movements and the closing balance that a bank's file states: hostile input until it is read. Its bytes decide its format. The text
// is UTF-8, or Windows-1252 as older programs write it. One line that is not understood refuses the file, so that nothing is missing from what is compared.

import { CsvError, parse } from 'csv-parse/sync';
import {
  type BalancedRow,
  bankCents,
  bankDay,
  BANK_LINES_MAX,
  type BankFileFault,
  type BankFormat,
  bankLineOf,
  BANK_SOURCES,
  type BankLine,
  type BankSource,
  type BankStatement,
  closingBalance,
  type CsvMapping,
  isFault,
} from '../../domain/bank-files.ts';
import type { Day } from '../../domain/brasilia.ts';
import { statementFromOfx } from '../../domain/ofx.ts';
import { err, ok, type Result } from '../../domain/result.ts';

export type ReadFile = BankStatement & { readonly format: BankFormat };

/** Longer records are no movements. */
const RECORD_MAX_CHARACTERS = 4_000;
/** The parser would make a column of each separator of one. */
const LONG_LINE = new RegExp(`[^\\n]{${RECORD_MAX_CHARACTERS + 1}}`, 'u');
/** Where a file says that it is OFX. */
const HEAD_CHARACTERS = 2_000;

export function readBankFile(bytes: Uint8Array, source: BankSource): Result<ReadFile, BankFileFault> {
  const text = textOf(bytes);
  if (text === null) return err({ fault: 'encoding', line: null });
  if (text.trim() === '') return err({ fault: 'empty', line: null });
  const { asset, csv } = BANK_SOURCES[source];
  const format = /^\s*OFXHEADER|<\?OFX|<OFX>/iu.test(text.slice(0, HEAD_CHARACTERS)) ? 'ofx' : 'csv';
  const statement =
    format === 'ofx' ? statementFromOfx(text, asset === 'usd' ? 'USD' : 'BRL') : statementFromCsv(text, csv);
  return statement.ok ? ok({ format, ...statement.value }) : statement;
}

function textOf(bytes: Uint8Array): string | null {
  // No text has this; UTF-16 is full of it.
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type CsvRecord = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

function statementFromCsv(text: string, mapping: CsvMapping): Result<BankStatement, BankFileFault> {
  const long = LONG_LINE.exec(text);
  if (long !== null) return err({ fault: 'format', line: text.slice(0, long.index).split('\n').length });
  let records: readonly CsvRecord[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: mapping.delimiter,
      info: true,
      max_record_size: RECORD_MAX_CHARACTERS,
      relax_column_count: true,
      skip_empty_lines: true,
      to: BANK_LINES_MAX + 2,
      trim: true,
    }) as unknown as readonly CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return err({ fault: 'format', line: Number(error['lines'] ?? 1) });
  }
  const [header, ...rows] = records;
  const { columns } = mapping;
  const placeOf = (column: string | null) => (column === null ? -1 : (header?.record.indexOf(column) ?? -1));
  const places = { day: placeOf(columns.day), amount: placeOf(columns.amount) };
  if (places.day < 0 || places.amount < 0) return err({ fault: 'columns', line: 1 });
  if (rows.length > BANK_LINES_MAX) return err({ fault: 'lines', line: null });
  const [reference, words] = [placeOf(columns.reference), placeOf(columns.text)];
  const after = placeOf(columns.balance);
  const lines: BankLine[] = [];
  const balanced: BalancedRow[] = [];
  for (const { record, info } of rows) {
    const line = info.lines;
    if (record.length !== header?.record.length) return err({ fault: 'format', line });
    const day = dayOf(record[places.day] ?? '', mapping.date);
    const cents = bankCents(record[places.amount] ?? '', mapping.decimal);
    const [named, said] = [record[reference] ?? '', record[words] ?? ''];
    const parsed = bankLineOf({ line, day, cents, reference: named, text: said });
    if (parsed !== null && isFault(parsed)) return err(parsed);
    if (parsed !== null) lines.push(parsed);
    const written = record[after] ?? '';
    const balance = written === '' ? null : bankCents(written, mapping.decimal);
    if (written !== '' && balance === null) return err({ fault: 'balance', line });
    // A balance that is carried forward moves nothing and is said all the same.
    if (day !== null && cents !== null) balanced.push({ line, day, cents, balance });
  }
  if (lines.length === 0) return err({ fault: 'empty', line: null });
  const balance = closingBalance(balanced);
  return balance !== null && isFault(balance) ? err(balance) : ok({ lines, balance, account: null });
}

function dayOf(text: string, order: CsvMapping['date']): Day | null {
  const parts =
    order === 'year-first'
      ? /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)
      : /^(\d{2})\/(\d{2})\/(\d{4})$/u.exec(text);
  const [, a = '', b = '', c = ''] = parts ?? [];
  return order === 'year-first' ? bankDay(a, b, c) : bankDay(c, b, a);
}
