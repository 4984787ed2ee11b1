// Asks in workerd about what no unit test found in the ledger and in auth, which the tests of tests/worker are about. Batches of mutants
// share a runtime (asked-in-workerd.ts).

import { globSync } from 'node:fs';
import { createVitest, type TestSuite } from 'vitest/node';
import { insideWorkerd } from '../vitest.config.ts';
import type { AskedInWorkerd } from './asked-in-workerd.ts';
import { type Mutant, ROOT } from './instrument.ts';
import type { Memory } from './memory.ts';

/** Between them they reach most of both folders; all files would take minutes before the first mutant. */
const FILES = [
  'accounts/{closing,guards,refresh,sessions,sign-in,sign-up}',
  'admin/{access,bars,charge-backs,operator-access,operators,pages,reversals.alone,second-factor,step-up}',
  'factors/{own-list,passkeys,second-step,step-up}',
  'identity/{identity,payout-accounts}',
  'money/{bonus,deposits,pix,pix-after,statements.alone,storage-fee.alone,trades,withdrawal-ends,withdrawal-terms,withdrawals}',
  'security/{change-password,forgot-password,freeze,own-sessions,reset-password,setup-guard}',
].map((path) => `tests/worker/${path}.test.ts`);
const BATCH = 24;
/** Each mutant is asked of so many of the quickest files that reach it. */
const FILES_EACH = 2;
const HITS_MAX = 1_000_000;

type Ran = {
  readonly asked: AskedInWorkerd;
  readonly failed: boolean;
  readonly ms: number;
  readonly reached: Readonly<Record<string, number>>;
};

/** Until the time is over. `save` is called after each batch. Returns how many were asked. */
export async function askInWorkerd(
  mutants: readonly Mutant[],
  code: ReadonlyMap<string, string>,
  memory: Memory,
  { until, save }: { readonly until: number; readonly save: () => void },
): Promise<number> {
  const files = globSync(FILES, { cwd: ROOT });
  console.log(`${files.length} files of tests/worker run once without a mutant ...`);
  const usual = await run(
    files.map((file) => ({ mutant: '', hitLimit: HITS_MAX, file })),
    code,
  );
  const whole = usual.filter(({ failed }) => !failed).toSorted((a, b) => a.ms - b.ms);
  const reachedBy = (id: string) => whole.filter(({ reached }) => id in reached).slice(0, FILES_EACH);
  const waiting = mutants.filter(({ id }) => reachedBy(id).length > 0);
  console.log(`${waiting.length} of ${mutants.length} are reached there.`);
  let count = 0;
  while (waiting.length > 0 && performance.now() < until) {
    const batch = waiting.splice(-BATCH);
    const ran = await run(
      batch.flatMap(({ id }) =>
        reachedBy(id).map(({ asked }) => ({ mutant: id, hitLimit: HITS_MAX, file: asked.file })),
      ),
      code,
    );
    for (const { id, key } of batch) {
      const own = ran.filter(({ asked }) => asked.mutant === id);
      const by = own.find(({ failed }) => failed)?.asked.file ?? null;
      const before = memory.foundOf(key);
      const asked = [...Object.keys(before?.asked ?? {}), ...own.map((one) => one.asked.file)];
      const outcome = by === null ? 'survived' : 'killed';
      memory.finds(key, { outcome, by, asked: by === null ? asked : [by], of: before?.of ?? 0 });
    }
    save();
    count += batch.length;
    console.log(`${count} asked in workerd, ${waiting.length} left`);
  }
  return count;
}

async function run(asked: readonly AskedInWorkerd[], code: ReadonlyMap<string, string>): Promise<Ran[]> {
  const { plugins, test } = insideWorkerd('workerd', ['tests/mutation/asked-in-workerd.ts']);
  const vitest = await createVitest(
    'test',
    {
      ...test,
      config: false,
      root: ROOT,
      watch: false,
      fsModuleCache: false,
      silent: true,
      maxWorkers: 1,
      reporters: [{}],
      provide: { deep: false, inWorkerd: [...asked] },
    },
    {
      plugins: [
        { name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id.split('?')[0] ?? '') },
        ...plugins,
      ],
    },
  );
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
  const ran = testModules.flatMap(({ children }) => [...children.suites()].flatMap(ranOf));
  await vitest.close();
  return ran;
}

function ranOf(suite: TestSuite): Ran[] {
  const { inWorkerd } = suite.meta();
  if (inWorkerd === undefined) return [];
  const ms = [...suite.children.allTests()].reduce(
    (sum, test) => sum + (test.diagnostic()?.duration ?? 0),
    0,
  );
  return [{ asked: inWorkerd.asked, failed: suite.state() === 'failed', ms, reached: inWorkerd.reached }];
}
