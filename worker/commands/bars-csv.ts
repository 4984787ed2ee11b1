// A list of bars as CSV, in the columns of the trade: metal, refiner, serial, gross, assay, and fine where the list has it. Weights
// are troy ounces, fineness is in parts per thousand, with a point. One bad line refuses the file.

import { CsvError, parse } from 'csv-parse/sync';
import {
  type BarFacts,
  type BarRule,
  barKey,
  brokenBarRule,
  fineE3Of,
  readRefiner,
  readSerial,
} from '../domain/bars.ts';
import { isTradedMetal } from '../domain/metals.ts';
import { scaledDecimal } from '../domain/price-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';

export type BarFault = { readonly line: number; readonly problem: string };

const COLUMNS = ['metal', 'refiner', 'serial', 'gross', 'assay'] as const;
/** More than a delivery has. */
export const BARS_PER_FILE = 2_000;
/** Enough to put a file right without printing all of it. */
const FAULTS_SHOWN = 20;

const BROKEN: Readonly<Record<BarRule, string>> = {
  assay: 'gold is 995.0 to 999.9 fine, silver 999.0 to 999.9',
  weight: 'a gold bar has 350 to 430 fine ounces, a silver bar weighs 750 to 1,100',
  step: 'gold bars are weighed in steps of 0.025 ounces, silver bars of 0.1',
};

export function barsFromCsv(text: string): Result<BarFacts[], BarFault[]> {
  const rows = rowsOf(text);
  if (!rows.ok) return rows;
  if (rows.value.length === 0) return err([{ line: 1, problem: 'the file has no rows' }]);
  if (rows.value.length > BARS_PER_FILE)
    return err([{ line: BARS_PER_FILE + 2, problem: `more than ${BARS_PER_FILE} bars` }]);
  const faults: BarFault[] = [];
  const bars = new Map<string, BarFacts>();
  for (const { line, cells } of rows.value) {
    const bar = barOf(cells);
    const key = typeof bar === 'string' ? '' : barKey(bar);
    if (typeof bar === 'string') faults.push({ line, problem: bar });
    else if (bars.has(key)) faults.push({ line, problem: 'the bar occurs twice' });
    else bars.set(key, bar);
  }
  return faults.length > 0 ? err(faults.slice(0, FAULTS_SHOWN)) : ok([...bars.values()]);
}

type Cells = Readonly<Record<string, string>>;

function rowsOf(text: string): Result<{ readonly line: number; readonly cells: Cells }[], BarFault[]> {
  try {
    const header = parse(text, { bom: true, to_line: 1, trim: true })[0] ?? [];
    const missing = COLUMNS.find((column) => !header.includes(column));
    if (missing !== undefined) return err([{ line: 1, problem: `there is no column "${missing}"` }]);
    const records = parse<{ record: Record<string, string>; info: { lines: number } }>(text, {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
    return ok(records.map(({ record: cells, info }) => ({ line: info.lines, cells })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return err([{ line: Number(error['lines'] ?? 1), problem: error.message }]);
  }
}

/** What is wrong with it, as a text. */
function barOf(cells: Cells): BarFacts | string {
  const metal = cells['metal']?.toLowerCase() ?? '';
  const [refiner, serial] = [readRefiner(cells['refiner'] ?? ''), readSerial(cells['serial'] ?? '')];
  const [grossE3, assayE1] = [exactly(cells['gross'] ?? '', 3), exactly(cells['assay'] ?? '', 1)];
  if (!isTradedMetal(metal)) return 'the metal is gold or silver';
  if (refiner === null) return 'the refiner has 2 to 80 letters and digits';
  if (serial === null) return 'the serial number has letters and digits, 40 at most';
  if (grossE3 === null) return 'the gross weight is a plain decimal with three decimals at most';
  if (assayE1 === null) return 'the assay is a plain decimal with one decimal at most';
  const broken = brokenBarRule({ metal, grossE3, assayE1 });
  if (broken !== null) return BROKEN[broken];
  const said = cells['fine'] ?? '';
  if (said !== '' && exactly(said, 3) !== fineE3Of(grossE3, assayE1))
    return 'the fine weight is not gross times assay, to 0.001 ounces';
  return { metal, refiner, serial, grossE3, assayE1 };
}

/** Of a list that is more exact than the trade weighs nothing is rounded away. */
function exactly(text: string, decimals: number): number | null {
  const fraction = text.split('.')[1] ?? '';
  return fraction.replace(/0+$/u, '').length > decimals ? null : scaledDecimal(text, decimals);
}
