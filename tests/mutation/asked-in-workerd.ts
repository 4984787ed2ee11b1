// Runs in workerd: the files of tests/worker without a mutant, to see what each reaches, or for each mutant that is asked about. All in one
// runtime: only the test file is loaded anew for each mutant, so one in a constant is switched on before the code is loaded (workerd.ts).

import { afterAll, beforeAll, beforeEach, describe, inject, onTestFailed } from 'vitest';
import { emptyDatabase, isAlone } from '../support/suite.ts';

export type AskedInWorkerd = {
  /** Empty: none. */
  readonly mutant: string;
  readonly hitLimit: number;
  readonly file: string;
  readonly step: Step;
};
/**
 * Where a test fails with a mutant, its file runs without one, and then with it once more, each on a database of its own: so nothing that
 * was left by another mutant, or by the file itself, is taken for a finding.
 */
export type Step = 'ask' | 'control' | 'again';

declare module 'vitest' {
  interface ProvidedContext {
    inWorkerd: readonly AskedInWorkerd[];
  }
  interface TaskMeta {
    inWorkerd?: {
      readonly asked: AskedInWorkerd;
      /** False: the mutant was found already, or the file is broken, so its tests were skipped. */
      readonly isRun: boolean;
      readonly ms: number;
      readonly reached: Hits;
      /** Passed while the code was loaded: told by the first group alone. */
      readonly loaded: Hits;
    };
  }
}

type Hits = Readonly<Record<string, number>>;
type Switches = {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: object };
};
const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});
let loaded: Hits | null = null;
const found = new Set<string>();
/** Of a mutant and a file. */
const suspected = new Set<string>();
/** Files that have failed without a mutant. */
const broken = new Set<string>();
/** A mutant that was found may have left anything, as a file `.alone` does; files of two folders never share a database. */
let isDamaged = false;
let folder: string | null = null;

for (const [at, asked] of inject('inWorkerd').entries()) {
  const { hitLimit, file, step } = asked;
  const both = `${asked.mutant} ${file}`;
  const mutant = step === 'control' ? '' : asked.mutant;
  // One test that fails is enough.
  const isNeeded = () => {
    if (asked.mutant === '') return true;
    if (broken.has(file) || found.has(asked.mutant)) return false;
    return suspected.has(both) === (step !== 'ask');
  };
  const hasFailed = () => {
    isDamaged = true;
    if (asked.mutant === '') return;
    if (step === 'ask') suspected.add(both);
    else if (step === 'control') broken.add(file);
    else found.add(mutant);
  };
  describe(`${both} ${step}`, async () => {
    let started = 0;
    let isRun = false;
    beforeAll(async () => {
      switches.activeMutant = '';
      isRun = isNeeded();
      if (isRun && (step !== 'ask' || isDamaged || isAlone(file) || folder !== folderOf(file))) {
        await emptyDatabase();
        isDamaged = false;
        folder = folderOf(file);
      }
      const reached = (switches.mutantCoverage ??= { static: {}, perTest: {} }).static;
      loaded ??= { ...reached };
      started = Date.now();
      for (const id of Object.keys(reached)) delete reached[id];
      switches.activeMutant = mutant;
      switches.hitLimit = hitLimit;
    });
    beforeEach(({ skip }) => {
      switches.hitCount = 0;
      if (!isNeeded()) skip();
      onTestFailed(hasFailed);
    });
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to know what the hook wants.
    afterAll(({}, suite) => {
      switches.activeMutant = '';
      // The file's own `beforeAll` has failed. It runs also where the tests are skipped: then its failure means nothing.
      if (isRun && suite.result?.state === 'fail') hasFailed();
      if (isAlone(file)) isDamaged = true;
      suite.meta.inWorkerd = {
        asked,
        isRun,
        ms: Date.now() - started,
        reached: { ...switches.mutantCoverage?.static },
        loaded: at === 0 ? (loaded ?? {}) : {},
      };
    });
    await import(/* @vite-ignore */ `/${file}?at=${at}`);
  });
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}
