// The run's side of a lane: asks one thing at a time, and starts a new process where an answer does not come.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Asked, Ran, Said } from './lane.ts';

const SETTLE_MS = 24 * 60 * 60_000;

export class Lane {
  #child: ChildProcess | null = null;
  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
  }

  /** What ran; null where the process ended by itself or had to be killed. */
  async ask(asked: Asked, waitMs = SETTLE_MS): Promise<readonly Ran[] | null> {
    const child = (this.#child ??= await this.#start());
    child.send(asked);
    const said = await answerOf(child, waitMs);
    if (said === null) this.#kill();
    return said?.ran ?? null;
  }

  end(): void {
    this.#kill();
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'lane.ts'), [this.#code], { detached: true });
    if ((await answerOf(child, SETTLE_MS)) === null) throw new Error('A lane did not start');
    return child;
  }

  /** With the processes that it started, one of which may be in a loop. */
  #kill(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function answerOf(child: ChildProcess, waitMs: number): Promise<Said | null> {
  return new Promise((settle) => {
    const timer = setTimeout(() => finish(null), waitMs);
    const said = (answer: unknown) => finish(answer as Said);
    const gone = () => finish(null);
    child.once('message', said).once('exit', gone);
    function finish(answer: Said | null): void {
      clearTimeout(timer);
      child.off('message', said).off('exit', gone);
      settle(answer);
    }
  });
}
