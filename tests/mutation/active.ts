// What each test file does before it loads the code: says which mutant is switched on, or, in the first run, writes down which test reaches what.
// The name of the global object and its keys are those of Stryker's instrumenter.

import { configureGlobal } from 'fast-check';
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the mutant; empty: none, and what is reached is written down. */
    mutant: string;
    /** So often may its place be passed: a loop without an end is a mutant that was found. */
    hitLimit: number;
  }
  interface TaskMeta {
    reached?: Reached;
  }
}

type Hits = Readonly<Record<string, number>>;
/** How often each mutant's place is passed: `static` while the file is loaded, then by each test's id. */
export type Reached = { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };

type Switches = {
  activeMutant?: string;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: Reached;
};

// What a test of the file before left under way keeps the switches of that file.
const switches: Switches = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as { __stryker__?: Switches }).__stryker__ = switches;
// A test that failed half-way has put nothing back.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
// The smallest example is of no interest here.
configureGlobal({ endOnFailure: true });

const mutant = inject('mutant');
if (mutant === '') {
  beforeEach(({ task }) => {
    switches.currentTestId = task.id;
  });
  afterEach(() => {
    switches.currentTestId = undefined;
  });
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to know what the hook wants.
  afterAll(({}, file) => {
    file.meta.reached = switches.mutantCoverage;
  });
} else {
  switches.activeMutant = mutant;
  switches.hitCount = 0;
  switches.hitLimit = inject('hitLimit');
  beforeEach(() => {
    switches.hitCount = 0;
  });
}
