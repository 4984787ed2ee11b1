// A pool for Vitest whose one process stays when a run ends: a process of its own costs a mutant more than its tests do.
// Vitest makes the code anew for every file all the same (`isolate`), so a mutant in a constant is seen.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node';

type Callback = (...args: never[]) => void;

export class KeptProcess {
  readonly name = 'kept';
  #child: ChildProcess | null = null;
  #started = false;

  readonly createPoolWorker = (options: PoolOptions): PoolWorker => {
    const child = (this.#child ??= this.#fork(options));
    const listening: [event: string, callback: Callback][] = [];
    const answer = (type: 'started' | 'stopped') => {
      const said = { type, __vitest_worker_response__: true } as never;
      setImmediate(() => {
        for (const [event, callback] of listening.slice()) if (event === 'message') callback(said);
      });
    };
    return {
      name: this.name,
      cacheFs: true,
      on: (event, callback) => {
        listening.push([event, callback as Callback]);
        child.on(event, callback);
      },
      off: (event, callback) => {
        child.off(event, callback);
      },
      send: (message: WorkerRequest) => {
        if (message.type === 'stop') return answer('stopped');
        if (message.type === 'start' && this.#started) return answer('started');
        this.#started ||= message.type === 'start';
        if (child.connected) child.send(message);
      },
      deserialize: (data) => data,
      start: () => Promise.resolve(),
      stop: () => {
        for (const [event, callback] of listening) child.off(event, callback as () => void);
        return Promise.resolve();
      },
    };
  };

  /** The next file gets a new process. */
  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#started = false;
  }

  #fork({ distPath, env, execArgv }: PoolOptions): ChildProcess {
    const child = fork(join(distPath, 'workers', 'forks.js'), [], {
      env: env as NodeJS.ProcessEnv,
      execArgv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    child.setMaxListeners(0);
    child.once('exit', () => {
      if (this.#child === child) this.end();
    });
    return child;
  }
}
