// Trial: asks mutants in workerd.
import { readFileSync, writeFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';
import { insideWorkerd } from '../vitest.config.ts';
import { ROOT } from './instrument.ts';

const [codeFile = '', askFile = '', outFile = ''] = process.argv.slice(2);
const code = new Map<string, string>(JSON.parse(readFileSync(codeFile, 'utf8')));
const ask = JSON.parse(readFileSync(askFile, 'utf8'));
const { plugins, test } = insideWorkerd('workerd', ['tests/mutation/asked-in-workerd.ts']);
const vitest = await createVitest(
  'test',
  { config: false, ...test, root: ROOT, watch: false, silent: true, maxWorkers: 1, provide: { deep: false, inWorkerd: ask }, reporters: [{}] } as never,
  { root: ROOT, plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id.split('?')[0] ?? '') }, ...plugins] } as never,
);
const t = performance.now();
const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
const out = testModules.flatMap((m) => [...m.children].map((s: any) => ({ name: s.name, state: s.state(), meta: s.meta().inWorkerd, ms: [...s.children.allTests()].reduce((a: number, x: any) => a + (x.diagnostic()?.duration ?? 0), 0), failed: [...s.children.allTests('failed')].map((x: any) => x.fullName + ': ' + x.result().errors?.[0]?.message).slice(0, 1) })));
console.log('ms', performance.now() - t, 'unhandled', unhandledErrors.map((e: any) => e.message ?? e), testModules.flatMap((m) => m.errors().map((e) => e.message)));
writeFileSync(outFile, JSON.stringify(out));
for (const o of out) console.log(o.name, o.state, Math.round(o.ms), Object.keys(o.meta?.reached ?? {}).length, o.failed[0]?.slice(0, 150) ?? '');
await vitest.close();
process.exit(0);
