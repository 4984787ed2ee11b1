// The platform's clock of crons, by hand: each second instead of each minute, and as wrongly as a fault says.

import type { Runtime } from './runtime.ts';

const EACH_MINUTE = '* * * * *';
const NIGHTLY = '17 3 * * *';

export class Crons {
  readonly #runtime: Runtime;
  isSkipped = false;
  /** Of those that ran to their end without a job that failed. */
  ran = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  run(lateMs = 0): Promise<boolean> {
    return this.#fire(EACH_MINUTE, lateMs);
  }

  night(): Promise<boolean> {
    return this.#fire(NIGHTLY, 0);
  }

  async #fire(cron: string, lateMs: number): Promise<boolean> {
    const about = { cron, at: Math.floor(this.#runtime.now()) + lateMs };
    // A cron that a kill ends is ended by no error of ours.
    const told = await this.#runtime.tell('cron', about).catch(() => ({ ok: false }));
    if (told.ok) this.ran += 1;
    return told.ok;
  }
}
