// What earlier runs found, and by which test, in a file that is not kept by git: a run goes on where the last one stopped, and asks again only
// about what changed. Where it knows nothing, what git keeps is believed (record.ts).

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf, ROOT } from './instrument.ts';
import { type Outcome, readRecord } from './record.ts';

const FILE = join(ROOT, 'node_modules', '.cache', 'mutation.json');

export type Found = {
  readonly outcome: Outcome;
  readonly by: string | null;
  /** The text, as a hash, of each test file that was asked. */
  readonly asked: Readonly<Record<string, string>>;
  /** How many test files reached it then; null: that of it which git keeps is all that is known. */
  readonly of: number | null;
};

/** Which tests of a file reach a mutant; null: its place is passed while the file is loaded. */
export type Reach = { readonly hits: number; readonly tests: readonly number[] | null };
export type Coverage = {
  /** Of the file and all that it imports: while they are the same, so is this. */
  readonly closure: string;
  readonly loadMs: number;
  readonly tests: readonly { readonly id: string; readonly ms: number }[];
  readonly reached: Readonly<Record<string, Reach>>;
};

type Remembered = { coverage: Record<string, Coverage>; found: Record<string, Found> };

export class Memory {
  readonly #held = read();
  readonly #recorded = readRecord();
  #news: Remembered = { coverage: {}, found: {} };
  readonly #hashes = new Map<string, string>();

  /** Adds to what another run may have written meanwhile. */
  save(): void {
    const { coverage, found } = read();
    Object.assign(coverage, this.#news.coverage);
    Object.assign(found, this.#news.found);
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(`${FILE}.${process.pid}`, JSON.stringify({ coverage, found }));
    renameSync(`${FILE}.${process.pid}`, FILE);
    this.#news = { coverage: {}, found: {} };
  }

  coverageOf(test: string, closure: string): Coverage | null {
    const held = this.#held.coverage[test];
    return held?.closure === closure ? held : null;
  }

  covers(test: string, coverage: Coverage): void {
    this.#held.coverage[test] = this.#news.coverage[test] = coverage;
  }

  foundOf(key: string): Found | null {
    const outcome = this.#recorded.get(key);
    return (
      this.#held.found[key] ?? (outcome === undefined ? null : { outcome, by: null, asked: {}, of: null })
    );
  }

  finds(
    key: string,
    { asked, ...found }: Omit<Found, 'asked'> & { readonly asked: readonly string[] },
  ): void {
    const hashes = Object.fromEntries(asked.map((test) => [test, this.hashOf(test)]));
    this.#held.found[key] = this.#news.found[key] = { ...found, asked: hashes };
  }

  /** Of a test file; the text is read once, so that a change during a run is seen by the next one. */
  hashOf(test: string): string {
    const known = this.#hashes.get(test) ?? hashOf(readText(test));
    this.#hashes.set(test, known);
    return known;
  }
}

function read(): Remembered {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Remembered;
  } catch {
    return { coverage: {}, found: {} };
  }
}

function readText(test: string): string {
  try {
    return readFileSync(join(ROOT, test), 'utf8');
  } catch {
    return '';
  }
}
