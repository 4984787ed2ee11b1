// The figures of one run: as the table that is printed, as the JSON that is kept, as the table of tests/README.md, and beside an
// older run.

import * as v from 'valibot';
import { err, ok, type Result } from '../../worker/domain/result.ts';
import { isBeyond, type Spread } from './statistics.ts';

const Figure = v.pipe(v.number(), v.finite());
const Range = v.object({ value: Figure, low: Figure, high: Figure });

const Row = v.object({
  part: v.string(),
  /** Names the row, also for a comparison with another run. */
  measure: v.string(),
  /** What else there is to say: rows read, frames per tick. */
  note: v.nullable(v.string()),
  better: v.picklist(['more', 'less']),
  onca: v.nullable(Range),
  /** What stands beside it: the peer, unless `besideWhat` says otherwise. */
  beside: v.nullable(Range),
  besideWhat: v.nullable(v.string()),
  /** Round by round. */
  ratio: v.nullable(Range),
  /** The same of a bare Worker on the same platform, which does nothing else. */
  floor: v.nullable(Range),
  /** Processor milliseconds per call: of the server, of what stands beside it, and of the load itself. */
  cpuMs: v.nullable(v.object({ onca: Figure, beside: v.nullable(Figure), load: Figure })),
  load: Figure,
  /** Somebody else took the processor meanwhile. */
  busy: v.boolean(),
});
export type Row = Readonly<v.InferOutput<typeof Row>>;

const Run = v.object({
  commit: v.string(),
  at: v.pipe(v.string(), v.isoTimestamp()),
  machine: v.string(),
  loadBefore: Figure,
  rounds: v.number(),
  short: v.boolean(),
  seconds: Figure,
  rows: v.array(Row),
  /** What the ledger check said of each database after the run. */
  ledgers: v.array(v.object({ of: v.string(), seen: v.string(), findings: v.array(v.string()) })),
});
export type Run = Readonly<v.InferOutput<typeof Run>>;

/** What most rows leave empty. */
export const PLAIN = {
  note: null,
  beside: null,
  besideWhat: null,
  ratio: null,
  floor: null,
  cpuMs: null,
} as const;

export function readRun(text: string): Result<Run, string> {
  try {
    const parsed = v.safeParse(Run, JSON.parse(text));
    return parsed.success
      ? ok(parsed.output)
      : err(`It is no run of this bench: ${v.summarize(parsed.issues)}`);
  } catch (error) {
    return err(`It is no JSON: ${String(error)}`);
  }
}

const HEAD = ['measure', 'Onça', 'peer', 'ratio', 'floor', 'share', 'CPU ms/call', 'load', ''] as const;

function cellsOf(row: Row): readonly string[] {
  const beside = row.beside === null ? null : spread(row.beside);
  return [
    row.measure,
    spread(row.onca),
    beside === null ? '' : row.besideWhat === null ? beside : `${row.besideWhat}: ${beside}`,
    spread(row.ratio),
    row.floor === null ? '' : shown(row.floor.value),
    shareOf(row),
    row.cpuMs === null
      ? ''
      : [row.cpuMs.onca, row.cpuMs.beside].flatMap((ms) => (ms === null ? [] : [ms.toFixed(2)])).join(' / '),
    `${row.load.toFixed(1)}${row.busy ? ' busy' : ''}`,
    row.note ?? '',
  ];
}

/** How much of what the platform allows: 1 is its floor itself. */
function shareOf({ onca, floor, better }: Row): string {
  if (onca === null || floor === null) return '';
  return (better === 'more' ? onca.value / floor.value : floor.value / onca.value).toFixed(2);
}

/** The table in columns, for a terminal. */
export function tableOf(rows: readonly Row[]): string {
  return aligned([HEAD, ...rows.map(cellsOf)]);
}

const README_TABLE = /(?<=<!-- bench: written [^\n]*-->\n)[^]*(?=<!-- bench: end -->)/u;

/** The README with the table of this run, without the medians of latencies: the JSON has them. */
export function withTable(readme: string, run: Run): string {
  if (!README_TABLE.test(readme)) throw new Error('the README has no place for the table');
  return readme.replace(README_TABLE, () => `\n${tableAsMarkdown(run)}\n\n`);
}

function tableAsMarkdown(run: Run): string {
  const rows = run.rows.filter(({ measure }) => !measure.includes('p50 ms'));
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)];
  return [
    `${run.at.slice(0, 10)}, commit ${run.commit}, ${run.machine}, load ${run.loadBefore.toFixed(1)} before, ${run.rounds} rounds:`,
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

/** Each row of both runs: what it was, what it is, and whether their rounds leave room for doubt. */
export function comparisonOf(old: Run, run: Run): string {
  const before = new Map(old.rows.map((row) => [row.measure, row]));
  const lines = run.rows.flatMap((row) => {
    const was = before.get(row.measure)?.onca ?? null;
    if (was === null || row.onca === null) return [];
    return [[row.measure, spread(was), spread(row.onca), change(was, row.onca), verdict(was, row)]];
  });
  const title = `Since ${old.commit} of ${old.at.slice(0, 16)}${old.short || run.short ? ', short runs' : ''}:`;
  if (lines.length === 0) return `${title} no measure is in both.`;
  return `${title}\n${aligned([['measure', 'then', 'now', 'change', ''], ...lines])}`;
}

function change(was: Spread, is: Spread): string {
  if (was.value === 0) return '';
  const percent = Math.round((100 * (is.value - was.value)) / was.value);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

function verdict(was: Spread, { onca, better }: Row): string {
  if (onca === null || !isBeyond(was, onca)) return '';
  return onca.value > was.value === (better === 'more') ? 'better' : 'worse';
}

function spread(figure: Spread | null): string {
  if (figure === null) return '';
  const [value, low, high] = [shown(figure.value), shown(figure.low), shown(figure.high)];
  return low === high ? value : `${value} (${low}-${high})`;
}

function shown(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** The first column and the last to the left, the others to the right. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const padded = (cell: string, column: number) =>
    column === 0 || column === widths.length - 1
      ? cell.padEnd(widths[column] ?? 0)
      : cell.padStart(widths[column] ?? 0);
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}
