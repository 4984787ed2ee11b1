// Kill -9 of the running server while a crowd trades: of what a customer was told is done nothing is lost, nothing is there twice, and
// each request that is sent again gets the bytes of its first answer.

import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OUTPUT, ROOT } from './support/servers.ts';
import { deepTest, expect, test } from './support/test.ts';

/** What tests/support/killed-trades.ts says. */
type Trade = { readonly key: string; readonly body: string; readonly headers: Record<string, string> };
type Started = { readonly url: string; readonly trades: readonly Trade[] };
type Books = { readonly findings: unknown[]; readonly trades: number; readonly keys: number };

const TRADES = 300;
const CLIENTS = 32;
/** After how many answers the server is killed. A set answers 32 at once, so that a later kill might find nothing left to do. */
const KILLS = [3, 20, 60, 100, 150, 200, 230, 250];

test.use({ storageState: { cookies: [], origins: [] } });

for (const answers of KILLS) {
  // The usual run kills the runtime amid everything that customers do (faults-run/slice.test.ts).
  deepTest(`of ${TRADES} trades none is lost or doubled by a kill after ${answers} answers`, async () => {
    const folder = join(OUTPUT, `killed-${answers}`);
    rmSync(folder, { recursive: true, force: true });
    const first = await start(folder);
    const told = new Map<string, string>();
    await sendAll(first.started.url, first.started.trades, ({ key }, status, body) => {
      if (status === 201) told.set(key, body);
      if (told.size === answers) kill(first.child);
    });
    expect(told.size).toBeGreaterThanOrEqual(answers);
    expect(told.size).toBeLessThan(TRADES);

    const second = await start(folder);
    const again = new Map<string, { readonly replayed: boolean; readonly body: string }>();
    await sendAll(second.started.url, first.started.trades, ({ key }, status, body, replayed) => {
      expect(status).toBe(201);
      again.set(key, { replayed, body });
    });
    expect(again.size).toBe(TRADES);
    for (const [key, body] of told) expect(again.get(key)).toEqual({ replayed: true, body });
    const books = await new Promise<Books>((settle) => {
      second.child.once('message', (found) => settle(found as Books));
      second.child.send('books');
    });
    expect(books).toEqual({ findings: [], trades: TRADES, keys: TRADES });
    second.child.disconnect();
  });
}

async function start(folder: string): Promise<{ readonly child: ChildProcess; readonly started: Started }> {
  const program = join(ROOT, 'tests/support/killed-trades.ts');
  const bundle = join(OUTPUT, 'deploy');
  const child = fork(program, [folder, bundle, String(TRADES)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const started = await new Promise<Started>((settle, fail) => {
    child.once('message', (ready) => settle(ready as Started));
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  return { child, started };
}

/** The runtime first: it is what holds the database. Neither can tidy up. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) throw new Error('the server runs');
  const parentOf = (child: string) => {
    try {
      const text = readFileSync(`/proc/${child}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      // Ended meanwhile.
      return 0;
    }
  };
  const runtimes = readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && parentOf(name) === pid);
  for (const one of [...runtimes.map(Number), pid]) process.kill(one, 'SIGKILL');
}

/** Each trade once; what gets no answer is told to nobody. */
async function sendAll(
  url: string,
  trades: readonly Trade[],
  hear: (trade: Trade, status: number, body: string, replayed: boolean) => void,
): Promise<void> {
  const waiting = trades.values();
  const client = async () => {
    for (const trade of waiting) {
      const { key, body, headers } = trade;
      const reply = await fetch(new URL('/api/trades', url), {
        method: 'POST',
        headers: { ...headers, Origin: new URL(url).origin, 'Idempotency-Key': key },
        body,
      }).catch(() => null);
      const text = (await reply?.text().catch(() => null)) ?? null;
      if (reply === null || text === null) continue;
      hear(trade, reply.status, text, reply.headers.get('Idempotent-Replayed') === 'true');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
