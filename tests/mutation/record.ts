// What is known of each mutant, as git keeps it: found.json has a line for each file of which something is known, the hash of its text and a
// letter for each of its mutants. A line holds as long as the file is the same. Which test found a mutant is in the memory of this machine alone (memory.ts).

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './instrument.ts';

/** What a test in workerd has found no unit test finds: only they can be asked again. */
export type Outcome = 'killed' | 'killed in workerd' | 'no end' | 'survived';

const FILE = join(import.meta.dirname, 'found.json');
const LETTERS: Readonly<Record<Outcome, string>> = {
  killed: 'k',
  'killed in workerd': 'w',
  'no end': 'n',
  survived: 's',
};
const OUTCOMES = new Map(Object.entries(LETTERS).map(([outcome, letter]) => [letter, outcome as Outcome]));
const UNKNOWN = '.';
const NOTHING = / \.*$/u;

type Lines = Readonly<Record<string, string>>;

/** By the mutant's key. */
export function readRecord(file = FILE): ReadonlyMap<string, Outcome> {
  return new Map(
    Object.entries(linesOf(file)).flatMap(([name, line]) => {
      const [hash = '', letters = ''] = line.split(' ');
      return [...letters].flatMap((letter, at) => {
        const outcome = OUTCOMES.get(letter);
        return outcome === undefined ? [] : [[`${name} ${hash} ${at}`, outcome] as const];
      });
    }),
  );
}

/** Of all mutants. What another run has written meanwhile stays, where this one knows nothing. */
export function writeRecord(
  mutants: readonly Pick<Mutant, 'file' | 'key'>[],
  outcomeOf: (key: string) => Outcome | null,
  file = FILE,
): void {
  const written = readRecord(file);
  const lines: Record<string, string> = {};
  for (const { file: name, key } of mutants) {
    const [, hash = '', at] = key.split(' ');
    const outcome = outcomeOf(key) ?? written.get(key);
    // Numbers of a file have gaps, where something is left out.
    const line = (lines[name] ?? `${hash} `).padEnd(hash.length + 1 + Number(at), UNKNOWN);
    lines[name] = line + (outcome === undefined ? UNKNOWN : LETTERS[outcome]);
  }
  const known = Object.entries(lines).filter(([, line]) => !NOTHING.test(line));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
}

function linesOf(file: string): Lines {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lines;
  } catch {
    return {};
  }
}
