// Lighthouse (mobile, its own simulated slow phone) on every public page of the product as `npm start` serves it, behind
// a loopback that compresses as the platform does (edge.ts): the local server sends files as they are. Prints
// the table and fails under the bars: 95 for performance, 100 for accessibility, best practices and SEO.
// `npm run bench:web -- /gold /en` measures only those.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright';
import { PUBLIC_PAGES } from '../../worker/domain/site-map.ts';
import { localisedPaths } from '../../web/i18n/locale.ts';
import { startEdge } from './edge.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const CATEGORIES = Object.keys(BARS) as (keyof typeof BARS)[];
/** A machine that is busy elsewhere only ever makes a page look slower: the best of so many runs counts. */
const RUNS = 3;

type Row = {
  readonly page: string;
  readonly scores: Readonly<Record<keyof typeof BARS, number>>;
  readonly audits: Result['audits'];
};

const asked = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
const pages = asked.length > 0 ? asked : PUBLIC_PAGES.flatMap(localisedPaths);

const port = await freePort();
const server = spawn(process.execPath, [join(ROOT, 'worker/commands/start.ts')], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(port), ONCA_STATE: mkdtempSync(join(tmpdir(), 'onca-bench-web-')) },
});
const edge = await startEdge(port);
const debugPort = await freePort();
const browser = await chromium.launch({
  ...(process.env['ONCA_CHROMIUM'] === undefined ? {} : { executablePath: process.env['ONCA_CHROMIUM'] }),
  args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${debugPort}`],
});
try {
  await untilReady(`http://localhost:${port}/api/prices`);
  const rows: Row[] = [];
  for (const page of pages) {
    const row = await bestOf(page);
    rows.push(row);
    console.log(line(row));
  }
  const failed = rows.filter(({ scores }) => CATEGORIES.some((name) => scores[name] < BARS[name]));
  console.log(`\n${rows.length - failed.length} of ${rows.length} pages reach the bars.`);
  for (const { page, scores, audits } of failed) {
    console.log(`\n${page}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(', ')}`);
    for (const audit of Object.values(audits)) {
      const broken = audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative';
      if (broken) console.log(`  ${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`);
    }
  }
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  edge.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function bestOf(page: string): Promise<Row> {
  let best: Row | null = null;
  for (let run = 0; run < RUNS; run += 1) {
    const row = await measure(page);
    if (best === null || row.scores.performance > best.scores.performance) best = row;
    if (CATEGORIES.every((name) => row.scores[name] >= BARS[name])) break;
  }
  if (best === null) throw new Error('nothing measured');
  return best;
}

async function measure(page: string): Promise<Row> {
  const outcome = await lighthouse(`${edge.origin}${page}`, {
    port: debugPort,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  if (outcome === undefined) throw new Error(`Lighthouse said nothing about ${page}`);
  const { categories, audits } = outcome.lhr;
  const score = (name: keyof typeof BARS) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    page,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    audits,
  };
}

function line({ page, scores, audits }: Row): string {
  const value = (id: string) => audits[id]?.displayValue ?? '?';
  const figures = CATEGORIES.map((name) => String(scores[name]).padStart(4)).join('');
  const times = [
    ['FCP', 'first-contentful-paint'],
    ['LCP', 'largest-contentful-paint'],
    ['TBT', 'total-blocking-time'],
    ['CLS', 'cumulative-layout-shift'],
  ].map(([name, id]) => `${name} ${value(id ?? '')}`);
  return `${page.padEnd(24)}${figures}   ${times.join('  ')}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const ready = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Error(`${url} never answered`);
}
