// Asks the tests about one mutant: file by file, the likeliest to find it first, until one does.

import type { Reacher, Reachers } from './coverage.ts';
import type { Mutant } from './instrument.ts';
import type { Ran } from './lane.ts';
import type { Lane } from './lane-process.ts';
import type { Found, Memory } from './memory.ts';

/** A file is stopped after this and so many times what it usually takes: the mutant does not end. */
const WAIT_MS = 15_000;
const SLOWER = 8;
/** A mutant that so much of its tests' usual time has not found has survived: some would ask a hundred files for minutes. */
const BUDGET_MS = 12_000;
const HITS_MORE = 100;
const LEAST_HITS = 10_000;
/** No mutant has this number. */
const NONE = 'none';
/** How often what found mutants is run without one: what then fails has found nothing. */
const CONTROL_EVERY = 15;
const CONTROL_FIRST = 3;

export type Known = {
  readonly outcome: Found['outcome'] | 'not reached';
  readonly by: string | null;
  /** The test file that found it has changed since; of a survivor of an earlier run, whether a test finds it by now is not known. */
  readonly isOld: boolean;
};

export class Asker {
  readonly #reachers: Reachers;
  readonly #memory: Memory;
  /** How often a test file found a mutant of a source file: it is the first to be asked about the next one. */
  readonly #times = new Map<string, number>();
  readonly #kills = new Map<string, number>();
  /** Test files whose tests need those before them. */
  readonly #whole = new Set<string>();

  constructor(reachers: Reachers, memory: Memory) {
    this.#reachers = reachers;
    this.#memory = memory;
    for (const key of reachers.keys()) {
      const by = memory.foundOf(key)?.by ?? null;
      if (by !== null) this.#counts(key.split(' ')[0] ?? '', by);
    }
  }

  isReached({ key }: Mutant): boolean {
    return (this.#reachers.get(key) ?? []).length > 0;
  }

  /** Null where nothing is known. */
  known({ key }: Mutant): Known | null {
    const reachers = this.#reachers.get(key) ?? [];
    const found = this.#memory.foundOf(key);
    if (found === null) return null;
    if (found.of === null) return { ...found, isOld: found.outcome === 'survived' };
    const isSame = Object.keys(found.asked).every((file) => this.#wasAsked(found, file));
    if (found.outcome !== 'survived') return { ...found, isOld: !isSame };
    if (!isSame || found.of !== reachers.length) return null;
    const isReached = Object.keys(found.asked).length > 0;
    return { outcome: isReached ? 'survived' : 'not reached', by: null, isOld: false };
  }

  /** For one lane: asks about a mutant, and says of which earlier ones the answer is in doubt. */
  taker(lane: Lane): (mutant: Mutant) => Promise<readonly Mutant[]> {
    let sinceControl: Mutant[] = [];
    return async (mutant) => {
      const killer = await this.#ask(lane, mutant);
      if (killer === null) return [];
      sinceControl.push(mutant);
      const kills = (this.#kills.get(killer.file) ?? 0) + 1;
      this.#kills.set(killer.file, kills);
      if (kills > CONTROL_FIRST && sinceControl.length < CONTROL_EVERY) return [];
      const doubted = sinceControl;
      sinceControl = [];
      if ((await this.#run(lane, NONE, killer)).outcome === 'passed') return [];
      if ((await this.#run(lane, NONE, killer, true)).outcome !== 'passed') this.#whole.add(killer.file);
      return doubted;
    };
  }

  async #ask(lane: Lane, { id, key, file }: Mutant): Promise<Reacher | null> {
    const of = this.#reachers.get(key)?.length ?? 0;
    const before = this.#memory.foundOf(key);
    const likely = this.#likely(key);
    // Who did not find it need not be asked again; who found it must be.
    const reachers = likely.filter(
      ({ file: test }) => before?.outcome !== 'survived' || !this.#wasAsked(before, test),
    );
    for (const reacher of reachers) {
      const { outcome } = await this.#run(lane, id, reacher);
      if (outcome === 'passed') continue;
      this.#counts(file, reacher.file);
      const found = outcome === 'failed' ? 'killed' : outcome;
      this.#memory.finds(key, { outcome: found, by: reacher.file, asked: [reacher.file], of });
      return outcome === 'failed' ? reacher : null;
    }
    const all = likely.map((one) => one.file);
    this.#memory.finds(key, { outcome: 'survived', by: null, asked: all, of });
    return null;
  }

  /** Those that found mutants of this file first, then those that import it themselves, then the quickest; within the budget. */
  #likely(key: string): readonly Reacher[] {
    const source = key.split(' ')[0] ?? '';
    const ordered = (this.#reachers.get(key) ?? []).toSorted(
      (a, b) =>
        this.#timesOf(source, b.file) - this.#timesOf(source, a.file) ||
        Number(b.near.has(source)) - Number(a.near.has(source)) ||
        usualMs(a) - usualMs(b),
    );
    let left = BUDGET_MS;
    return ordered.filter((one) => (left -= usualMs(one)) > 0 || one === ordered[0]);
  }

  #run(lane: Lane, mutant: string, reacher: Reacher, fresh = false): Promise<Ran> {
    const { file, coverage, reach } = reacher;
    const tests = this.#whole.has(file) ? null : reach.tests;
    return lane.ask({
      mutant,
      hitLimit: Math.max(LEAST_HITS, reach.hits * HITS_MORE),
      file,
      tests: tests?.map((at) => coverage.tests[at]?.id ?? '') ?? null,
      waitMs: WAIT_MS + usualMs(reacher) * SLOWER,
      fresh,
    });
  }

  #wasAsked(found: Found, test: string): boolean {
    return found.asked[test] === this.#memory.hashOf(test);
  }

  #timesOf(source: string, test: string): number {
    return this.#times.get(`${source} ${test}`) ?? 0;
  }

  #counts(source: string, test: string): void {
    this.#times.set(`${source} ${test}`, this.#timesOf(source, test) + 1);
  }
}

function usualMs({ coverage, reach }: Reacher): number {
  const ran = reach.tests === null ? coverage.tests : reach.tests.flatMap((at) => coverage.tests[at] ?? []);
  return coverage.loadMs + ran.reduce((sum, { ms }) => sum + ms, 0);
}
