// `npm test`: format, lint, types, generated types, unit, worker, fault and browser tests, and a dry run of the
// deployment. The last line sums all runners: `N passed, N failed`. A step that is no test counts as one.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { ROOT, writeDevelopmentSecrets } from './local-setup.ts';
import { capture, node, wrangler, type Program } from './processes.ts';

type Count = { passed: number; failed: number };

const OUTPUT = join(ROOT, 'tests', '.output');
const tool = (path: string, ...args: string[]): Program =>
  node([join(ROOT, 'node_modules', ...path.split('/')), ...args]);

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
writeDevelopmentSecrets();

const total: Count = { passed: 0, failed: 0 };
await step('format', tool('oxfmt/bin/oxfmt', '--check'));
await step('lint', tool('oxlint/bin/oxlint', '--deny-warnings'));
await step(
  'generated types',
  wrangler([
    'types',
    'worker/worker-configuration.d.ts',
    '--include-runtime=false',
    '--strict-vars=false',
    '--check',
  ]),
);
await step('types', tool('typescript/bin/tsc', '-b'));
await step('web build', node([join(ROOT, 'worker', 'commands', 'build-web.mjs')]));
await step('deploy dry run', wrangler(['deploy', '--dry-run', '--outdir', join(OUTPUT, 'deploy')]));
await vitest();
await browser();

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function add(name: string, count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  console.log(
    `${count.failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${count.passed} passed, ${count.failed} failed`,
  );
}

async function step(name: string, program: Program): Promise<void> {
  const { code, output } = await capture(program);
  if (code !== 0) console.log(output);
  add(name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

async function vitest(): Promise<void> {
  const report = join(OUTPUT, 'vitest.json');
  const { code, output } = await capture(
    tool(
      'vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ),
  );
  if (code !== 0) console.log(output);
  const json = readJson<{ numPassedTests: number; numFailedTests: number; numTotalTests: number }>(report);
  const failed = json === null ? 1 : Math.max(json.numFailedTests, code === 0 ? 0 : 1);
  add('unit, worker and fault tests', { passed: json?.numPassedTests ?? 0, failed });
}

async function browser(): Promise<void> {
  const report = join(OUTPUT, 'playwright.json');
  const executable = await ensureBrowser();
  const { code, output } = await capture(
    node(
      [
        join(ROOT, 'node_modules', 'playwright', 'cli.js'),
        'test',
        '--config',
        'tests/e2e/playwright.config.ts',
      ],
      {
        env: { ...process.env, ONCA_CHROMIUM: executable ?? '', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      },
    ),
  );
  if (code !== 0) console.log(output);
  const json = readJson<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    report,
  );
  const flaky = json?.stats.flaky ?? 0;
  if (flaky > 0) console.log(`note: ${flaky} browser tests passed at their second try`);
  const passed = (json?.stats.expected ?? 0) + flaky;
  const unexpected = (json?.stats.unexpected ?? 0) + (json?.stats.skipped ?? 0);
  add('browser tests', { passed, failed: json === null ? 1 : Math.max(unexpected, code === 0 ? 0 : 1) });
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
