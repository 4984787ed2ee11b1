// Runs in workerd: the files of tests/worker once without a mutant, to see what each reaches, or again for each mutant that is asked about. All
// in one runtime: only the test file is loaded anew for each mutant, so a mutant in a constant is not asked here.

import { afterAll, beforeAll, beforeEach, describe, inject, onTestFailed } from 'vitest';

export type AskedInWorkerd = { readonly mutant: string; readonly hitLimit: number; readonly file: string };

declare module 'vitest' {
  interface ProvidedContext {
    inWorkerd: readonly AskedInWorkerd[];
  }
  interface TaskMeta {
    inWorkerd?: { readonly asked: AskedInWorkerd; readonly reached: Readonly<Record<string, number>> };
  }
}

type Switches = {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: object };
};
const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});
const found = new Set<string>();

for (const asked of inject('inWorkerd')) {
  const { mutant, hitLimit, file } = asked;
  describe(`${mutant} ${file}`, async () => {
    beforeAll(() => {
      const reached = (switches.mutantCoverage ??= { static: {}, perTest: {} }).static;
      for (const id of Object.keys(reached)) delete reached[id];
      switches.activeMutant = mutant;
      switches.hitLimit = hitLimit;
    });
    beforeEach(({ skip }) => {
      switches.hitCount = 0;
      // One test that fails is enough.
      if (mutant !== '' && found.has(mutant)) skip();
      onTestFailed(() => {
        found.add(mutant);
      });
    });
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to know what the hook wants.
    afterAll(({}, suite) => {
      switches.activeMutant = '';
      suite.meta.inWorkerd = { asked, reached: { ...switches.mutantCoverage?.static } };
    });
    await import(/* @vite-ignore */ `/${file}?mutant=${mutant}`);
  });
}
