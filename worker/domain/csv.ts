/**
 * Exported tables as CSV: RFC 4180, UTF-8, and safe to open in a spreadsheet.
 *
 * Quoting protects a cell only from programs that separate by commas. A Brazilian Excel separates by semicolons, reads quotes as text, and
 * would start a new cell inside a customer's text. So a would-be formula is disarmed by an apostrophe wherever any spreadsheet could see the start
 * of a cell: at the start of the text and after each semicolon, tab and line break in it.
 */
export type CsvCell = string | number | null;

/** Opens the file: without it, spreadsheets take UTF-8 for the machine's old code page and break every accent. */
export const CSV_START = '\uFEFF';
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/**
 * What spreadsheets skip (blanks, quotes, invisible characters) before a sign that starts a formula, full-width ones included. Apostrophes count as
 * skipped, so that a text that already had one gets another: the guard can always be taken off again without guessing.
 */
const FORMULA = /(^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const GUARDED = /(^|[;\t\r\n])'(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"'])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

export const withFormulaGuard = (text: string): string => text.replace(FORMULA, "$1'");

/** The text as it was, for who reads an exported file back. */
export const withoutFormulaGuard = (text: string): string => text.replace(GUARDED, '$1');

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell))
      throw new RangeError('A number without a value cannot be written into a table.');
    return String(cell);
  }
  return `"${withFormulaGuard(cell).replaceAll('"', '""')}"`;
}

/** One record with its line break. Texts are always quoted, numbers never: a minus sign before digits of ours is no formula. */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;
