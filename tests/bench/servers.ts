// Starts the servers of the bench, asks them, and ends them: all that were started are gone when the bench is, and work that waits
// for one that died fails with its name.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, Ready } from './child.ts';
import { familyOf } from './processes.ts';

export type Server = {
  readonly name: string;
  readonly pid: number;
  readonly url: URL;
  readonly ready: Ready;
  readonly ask: <T>(question: string, about?: unknown) => Promise<T>;
};

const END_MS = 10_000;
const running = new Map<ChildProcess, Promise<void>>();

/** Runs `work` with servers of these files and options; ends them whatever becomes of it. */
export async function withServers<Name extends string, T>(
  starts: Readonly<Record<Name, { readonly file: string; readonly options: unknown }>>,
  work: (servers: Readonly<Record<Name, Server>>) => Promise<T>,
): Promise<T> {
  const children: ChildProcess[] = [];
  const deaths: Promise<never>[] = [];
  const servers: [string, Server][] = [];
  try {
    // One after the other: each is alone with the processor when it says how long it took.
    for (const [name, { file, options }] of Object.entries(starts) as [Name, (typeof starts)[Name]][]) {
      const child = fork(join(import.meta.dirname, file), [JSON.stringify(options)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      running.set(child, new Promise((settle) => child.once('exit', () => settle())));
      const death = new Promise<never>((_, fail) => {
        child.once('exit', (code, signal) => fail(new Error(`${file} ended with ${signal ?? code}`)));
      });
      death.catch(() => {});
      deaths.push(death);
      servers.push([name, await Promise.race([serverOf(name, child), death])]);
    }
    return await Promise.race([work(Object.fromEntries(servers) as Record<Name, Server>), ...deaths]);
  } finally {
    await Promise.all(children.map(ended));
  }
}

async function serverOf(name: string, child: ChildProcess): Promise<Server> {
  const ready = await new Promise<Ready>((settle) => child.once('message', (said) => settle(said as Ready)));
  const waiting = new Map<number, { settle: (value: never) => void; fail: (error: Error) => void }>();
  let asked = 0;
  child.on('message', ({ id, answer, problem }: Answer) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) asker?.settle(answer as never);
    else asker?.fail(new Error(`${name}: ${problem}`));
  });
  const ask = <T>(question: string, about: unknown = null): Promise<T> =>
    new Promise<T>((settle, fail) => {
      waiting.set((asked += 1), { settle, fail });
      child.send({ id: asked, question, about });
    });
  return { name, pid: child.pid ?? 0, url: new URL(ready.url), ready, ask };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => killFamily(child), END_MS);
  await running.get(child);
  clearTimeout(timer);
  running.delete(child);
}

/** For a bench that ends in the middle: at once, with what the servers have started. */
export function killServers(): void {
  for (const child of running.keys()) killFamily(child);
}

function killFamily({ pid, exitCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null) return;
  for (const member of familyOf(pid)) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
