// What is known about the mutants, as lines for people: by file what survived without a reason, then by folder, then the share that was found.

import type { Known } from './asker.ts';
import type { Mutant } from './instrument.ts';

/** `no end`: the tests did not finish, which is found as well. */
export type Tried = Mutant & Known;

/** A survivor that is no gap: by its text, so that lines may move. */
export type Excused = Pick<Mutant, 'file' | 'was' | 'became'> & { readonly reason: string };

export const BAR_PERCENT = 95;
const TEXT_MAX = 90;
/** Of a normal distribution, for 95 %. */
const Z = 1.96;

export type Report = { readonly lines: readonly string[]; readonly isEnough: boolean };
type Sums = { readonly asked: number; readonly found: number; readonly excused: number };

export function reportOf(
  tried: readonly Tried[],
  inScope: readonly Mutant[],
  known: readonly Excused[],
): Report {
  const reasons = new Set(known.map(keyOf));
  const isOpen = (one: Tried) => !isFound(one) && !reasons.has(keyOf(one));
  const byFile = [...Map.groupBy(tried.filter(isOpen), ({ file }) => file)].toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  const sumsOf = (ones: readonly Tried[]): Sums => ({
    asked: ones.length,
    found: ones.filter(isFound).length,
    excused: ones.filter((one) => !isFound(one) && reasons.has(keyOf(one))).length,
  });
  const folders = [...Map.groupBy(inScope, folderOf)].toSorted(([a], [b]) => a.localeCompare(b));
  const all = sumsOf(tried);
  const old = tried.filter(({ isOld }) => isOld).length;
  const judged = all.asked - all.excused;
  return {
    lines: [
      ...byFile.flatMap(([file, ones]) => [file].concat(ones.map(lineOf))),
      ...folders.map(([folder, ones]) =>
        lineOfSums(folder, ones.length, sumsOf(tried.filter((one) => folderOf(one) === folder))),
      ),
      lineOfSums('all', inScope.length, all),
      ...(old === 0 ? [] : [`${old} of those are to be asked again: a test has changed since.`]),
      `Found: ${percentOf(all)} (bar ${BAR_PERCENT} %)`,
    ],
    isEnough: judged === 0 || all.found / judged >= BAR_PERCENT / 100,
  };
}

function lineOfSums(name: string, of: number, sums: Sums): string {
  const { asked, found, excused } = sums;
  const open = asked - found - excused;
  const interval = asked === of ? '' : `, 95 % interval ${intervalOf(found, asked - excused)}`;
  return `  ${name}: ${of} mutants, ${asked} asked, ${found} found, ${excused} survived with a reason, ${open} without: ${percentOf(sums)}${interval}`;
}

function percentOf({ asked, found, excused }: Sums): string {
  return `${(asked === excused ? 100 : (found / (asked - excused)) * 100).toFixed(1)} %`;
}

/** What share of all would be found, by the share of those that were drawn (Wilson). */
export function intervalOf(found: number, drawn: number): string {
  if (drawn === 0) return '0.0 to 100.0 %';
  const share = found / drawn;
  const centre = share + Z ** 2 / (2 * drawn);
  const half = Z * Math.sqrt((share * (1 - share)) / drawn + Z ** 2 / (4 * drawn ** 2));
  const [low, high] = [centre - half, centre + half].map((x) => (x / (1 + Z ** 2 / drawn)) * 100);
  return `${low?.toFixed(1)} to ${high?.toFixed(1)} %`;
}

function folderOf({ file }: Mutant): string {
  return file.split('/').slice(0, 2).join('/');
}

function isFound({ outcome }: Tried): boolean {
  return outcome !== 'survived' && outcome !== 'not reached';
}

function keyOf({ file, was, became }: Pick<Mutant, 'file' | 'was' | 'became'>): string {
  return `${file}\n${was}\n${became}`;
}

function lineOf({ id, line, operator, outcome, was, became }: Tried): string {
  return `  ${line}: ${short(was)}  ->  ${short(became)}  (${operator}, ${outcome}, --only ${id})`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}...` : line;
}
