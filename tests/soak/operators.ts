// An operator at work: the pages of the operators' area in turn, as somebody reads them all day.

import { Caller } from '../faults-run/caller.ts';
import type { History } from '../faults-run/history.ts';

const READS = [
  '/api/admin/today',
  '/api/admin/users',
  '/api/admin/users?search=ana&order=newest',
  '/api/admin/ledger',
  '/api/admin/ledger/movements',
  '/api/admin/figures?period=1h',
] as const;

export class Operator {
  readonly #caller: Caller;
  readonly #history: History;
  #at = 0;

  constructor(port: number, history: History, cookie: string) {
    this.#caller = new Caller(port);
    this.#caller.cookie = cookie;
    this.#history = history;
  }

  async step(): Promise<void> {
    const path = READS[(this.#at += 1) % READS.length] ?? READS[0];
    let status = await this.#read(path);
    if (status === 401 && (await this.#caller.renew())) status = await this.#read(path);
    if (status !== 200) this.#history.find('wrong', `an operator is answered ${status}: ${path}`);
  }

  close(): void {
    this.#caller.close();
  }

  async #read(path: string): Promise<number | null> {
    const reply = await this.#caller.send('GET', path);
    this.#history.note('GET', path, reply);
    return reply?.status ?? null;
  }
}
