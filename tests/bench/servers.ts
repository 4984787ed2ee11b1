// Starts the servers of the bench, asks them, and ends them: all that were started are gone when the bench is, and work that waits
// for one that died fails with its name.

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { resolve } from 'node:path';
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

type Running = {
  readonly exited: Promise<void>;
  /** What it has started, which may outlive it. */
  readonly family: Set<number>;
};
const running = new Map<ChildProcess, Running>();

/** `file` is one of this folder, or has a whole path. */
type Start = { readonly file: string; readonly options: unknown };

/** Runs `work` with servers of these files and options, their state in `folder`; ends them whatever becomes of it. */
export async function withServers<Name extends string, T>(
  { folder }: { readonly folder: string },
  starts: Readonly<Record<Name, Start>>,
  work: (servers: Readonly<Record<Name, Server>>) => Promise<T>,
): Promise<T> {
  const children: ChildProcess[] = [];
  const deaths: Promise<never>[] = [];
  const servers: [string, Server][] = [];
  try {
    // One after the other: each is alone with the processor when it says how long it took.
    for (const [name, start] of Object.entries<Start>(starts)) {
      const child = started(start, mkdtempSync(resolve(folder, `${name}-`)));
      children.push(child);
      const death = new Promise<never>((_, fail) => {
        child.once('exit', (code, signal) => fail(new Error(`${start.file} ended with ${signal ?? code}`)));
      });
      // Whoever waits for the servers is told.
      death.catch(() => {});
      deaths.push(death);
      servers.push([name, await Promise.race([serverOf(name, child), death])]);
    }
    return await Promise.race([work(Object.fromEntries(servers) as Record<Name, Server>), ...deaths]);
  } finally {
    await Promise.all(children.map(ended));
  }
}

function started({ file, options }: Start, state: string): ChildProcess {
  const child = fork(resolve(import.meta.dirname, file), [JSON.stringify(options), state], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  running.set(child, { exited, family: new Set() });
  return child;
}

async function serverOf(name: string, child: ChildProcess): Promise<Server> {
  const ready = await new Promise<Ready>((settle) => child.once('message', (said) => settle(said as Ready)));
  noteFamily(child);
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
  const timer = setTimeout(() => kill(child), END_MS);
  await running.get(child)?.exited;
  clearTimeout(timer);
  // One that was killed could not end what it had started.
  if (child.exitCode !== 0) kill(child);
  running.delete(child);
}

/** For a bench that ends in the middle: at once, with what the servers have started. */
export function killServers(): void {
  for (const child of running.keys()) kill(child);
}

function noteFamily(child: ChildProcess): Set<number> {
  const family = running.get(child)?.family ?? new Set();
  const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  for (const member of isThere ? familyOf(child.pid) : []) family.add(member);
  return family;
}

function kill(child: ChildProcess): void {
  for (const member of noteFamily(child)) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
