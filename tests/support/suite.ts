// Test files that share one runtime and one database: a runtime of its own costs a file two seconds of processor time.
// A file that counts the rows of whole tables, or damages them, is named `*.alone.test.ts` and keeps its own.

import { describe } from 'vitest';

/** Runs the files after one another, each in a group with its name, so that its hooks are for its own tests alone. */
export function filesOf(files: Readonly<Record<string, () => Promise<unknown>>>): void {
  for (const [path, load] of Object.entries(files)) {
    describe(`${path}`, async () => {
      await load();
    });
  }
}
