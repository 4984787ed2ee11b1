// What each test file does before it loads the code: says which mutant is switched on, or, in the first run, which were reached.
// The name of the global object and its keys are those of Stryker's instrumenter.

import { afterAll, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the mutant; empty: none, and what is reached is written down. */
    mutant: string;
    /** So often may its place be passed: a loop without an end is a mutant that was found. */
    hitLimit: number;
  }
  interface TaskMeta {
    reached?: Readonly<Record<string, number>>;
  }
}

type Switches = {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
};

const held = globalThis as { __stryker__?: Switches };
const switches = (held.__stryker__ ??= {});
const mutant = inject('mutant');
if (mutant === '') {
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to know what the hook wants.
  afterAll(({}, file) => {
    file.meta.reached = { ...switches.mutantCoverage?.static };
  });
} else {
  switches.activeMutant = mutant;
  switches.hitCount = 0;
  switches.hitLimit = inject('hitLimit');
  beforeAll(() => {
    switches.hitCount = 0;
  });
}
