// The run's side of a lane: asks one thing at a time.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Ran } from './lane.ts';

export class Lane {
  readonly #child: ChildProcess;
  #answer: Promise<unknown[]>;

  constructor(codeFile: string) {
    this.#child = fork(join(import.meta.dirname, 'lane.ts'), [codeFile]);
    // A lane says once that it has started.
    this.#answer = once(this.#child, 'message');
    this.#child.once('exit', (code) => {
      if (code !== null) throw new Error(`A lane ended with ${code}`);
    });
  }

  async ask(asked: Asked): Promise<Ran> {
    await this.#answer;
    this.#answer = once(this.#child, 'message');
    this.#child.send(asked);
    const [ran] = await this.#answer;
    return ran as Ran;
  }

  /** The process that runs the tests ends with the lane, unless it is in a loop. */
  end(): void {
    this.#child.removeAllListeners('exit').kill();
  }
}
