// What a run found, as lines for people: by folder, then every survivor that has no reason.

import type { Mutant } from './instrument.ts';

export type Tried = Mutant & {
  /** `no end`: the tests did not finish, which is found as well. */
  readonly outcome: 'killed' | 'no end' | 'survived' | 'not reached';
  readonly by: string | null;
};

/** A survivor that is no gap: by its text, so that lines may move. */
export type Known = Pick<Mutant, 'file' | 'was' | 'became'> & { readonly reason: string };

export const BAR_PERCENT = 95;
const TEXT_MAX = 90;

export type Report = { readonly lines: readonly string[]; readonly isEnough: boolean };

export function reportOf(tried: readonly Tried[], of: number, known: readonly Known[]): Report {
  const reasons = new Map(known.map((one) => [keyOf(one), one.reason]));
  const open = tried.filter((one) => !isFound(one) && !reasons.has(keyOf(one)));
  const excused = tried.filter((one) => !isFound(one) && reasons.has(keyOf(one)));
  const judged = tried.length - excused.length;
  const percent = judged === 0 ? 100 : ((judged - open.length) / judged) * 100;
  const byFile = [...Map.groupBy(open, ({ file }) => file)].toSorted(([a], [b]) => a.localeCompare(b));
  return {
    lines: [
      ...byFile.flatMap(([file, all]) => [file].concat(all.map(lineOf))),
      `Tried ${tried.length} of ${of}: ${count(tried, 'killed')} killed, ${count(tried, 'no end')} without an end, ` +
        `${count(tried, 'survived')} survived, ${count(tried, 'not reached')} reached by no test; ${excused.length} have a reason.`,
      ...foldersOf(tried, reasons),
      `Found: ${percent.toFixed(1)} % (bar ${BAR_PERCENT} %)`,
    ],
    isEnough: percent >= BAR_PERCENT,
  };
}

function foldersOf(tried: readonly Tried[], reasons: ReadonlyMap<string, string>): string[] {
  const judged = tried.filter((one) => isFound(one) || !reasons.has(keyOf(one)));
  return [...Map.groupBy(judged, ({ file }) => file.split('/').slice(0, 2).join('/'))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, all]) => {
      const found = all.filter(isFound).length;
      return `  ${folder}: ${((found / all.length) * 100).toFixed(1)} % of ${all.length}`;
    });
}

function isFound({ outcome }: Tried): boolean {
  return outcome === 'killed' || outcome === 'no end';
}

function count(tried: readonly Tried[], outcome: Tried['outcome']): number {
  return tried.filter((one) => one.outcome === outcome).length;
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
