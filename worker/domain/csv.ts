import { decimalText } from './number-format.ts';
import type { Language } from './settings-rules.ts';

/**
 * Exported tables as CSV: RFC 4180, UTF-8, and safe to open in a spreadsheet.
 *
 * Quoting protects a cell only from programs that separate as the file does. A spreadsheet of another country separates by commas where the file
 * has semicolons, or the other way round: it reads quotes as text and would start a new cell inside a customer's text. So a would-be formula is
 * disarmed by an apostrophe wherever any spreadsheet could see the start of a cell: at the start of the text, and in it after each semicolon, tab
 * and line break, and in a file with semicolons after each comma.
 */
export type CsvCell = string | number | CsvDecimal | null;

/** An integer of `10^-places` units, written with that many decimals, exactly: with a comma where the file has semicolons. */
export type CsvDecimal = { readonly units: number; readonly places: number };

/** Spreadsheets of Brazil, where the comma is in the numbers, open a file with semicolons as columns. */
export type CsvSeparator = ',' | ';';

export const CSV_SEPARATORS = { 'pt-BR': ';', en: ',' } as const satisfies Record<Language, CsvSeparator>;

/** `2026-11-23 06:05:00`, which spreadsheets of every country read as a time: as Swedes write it. */
export function csvTimeIn(timeZone: string): (at: number) => string {
  const swedish = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => swedish.format(at);
}

/** Opens the file: without it, spreadsheets take UTF-8 for the machine's old code page and break every accent. */
export const CSV_START = '\uFEFF';
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * What spreadsheets skip (blanks, quotes, invisible characters) before a sign that starts a formula, full-width ones included. Apostrophes count as
 * skipped, so that a text that already had one gets another: the guard can always be taken off again without guessing.
 */
const SKIPPED_AND_SIGN = String.raw`(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
const guards = (starts: string) => ({
  formula: new RegExp(`(^|[${starts}])${SKIPPED_AND_SIGN}`, 'gu'),
  guarded: new RegExp(`(^|[${starts}])'${SKIPPED_AND_SIGN}`, 'gu'),
});
const GUARDS = { ',': guards(String.raw`;\t\r\n`), ';': guards(String.raw`,;\t\r\n`) } as const;

export const withFormulaGuard = (text: string, separator: CsvSeparator = ','): string =>
  text.replace(GUARDS[separator].formula, "$1'");

/** The text as it was, for who reads an exported file back. */
export const withoutFormulaGuard = (text: string, separator: CsvSeparator = ','): string =>
  text.replace(GUARDS[separator].guarded, '$1');

function csvCell(cell: CsvCell, separator: CsvSeparator): string {
  if (cell === null) return '';
  if (typeof cell === 'object') {
    const text = decimalText(cell.units, cell.places);
    return separator === ';' ? text.replace('.', ',') : text;
  }
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell))
      throw new RangeError('A number without a value cannot be written into a table.');
    return String(cell);
  }
  return `"${withFormulaGuard(cell, separator).replaceAll('"', '""')}"`;
}

/** One record with its line break. Texts are always quoted, numbers never: a minus sign before digits of ours is no formula. */
export const csvRecordOf = (separator: CsvSeparator) => (cells: readonly CsvCell[]) =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;

export const csvRecord = csvRecordOf(',');
