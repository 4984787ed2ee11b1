// A program that sends withdrawals and is killed on the way, by itself and with no chance to tidy up: FILE BANK NOW PLACE. The place counts
// what is done to the database, each statement of a batch for itself, and each call of the bank twice: when it has it, and when its answer
// is here. The bank is a file of its own, which keeps the keys that it paid, line by line.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import type { Payout, PayoutGateway } from '../../worker/services/payout-gateway.ts';
import { asD1, copyOf } from './node-books.ts';
import { Bank, type Books, RATE, send } from './withdrawal-books.ts';

/** A bank that pays each key once, whatever becomes of who asked. */
export class BankFile extends Bank implements PayoutGateway {
  readonly #file: string;
  readonly #step: () => void;

  constructor(file: string, step: () => void = () => undefined) {
    super();
    this.#file = file;
    this.#step = step;
  }

  paid(): readonly string[] {
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').filter(Boolean) : [];
  }

  override async createPayout(order: Parameters<Bank['createPayout']>[0]): Promise<Payout> {
    this.#step();
    appendFileSync(this.#file, `${order.key} ${order.cents}\n`);
    this.#step();
    return super.createPayout(order);
  }

  override async findPayout(key: string): Promise<Payout | null> {
    const line = this.paid().find((one) => one.startsWith(key));
    if (line === undefined) return null;
    return { reference: `bank-${key}`, outcome: 'paid', sentCents: Number(line.split(' ')[1]) };
  }
}

/** Counts what is done; at `place` it is over. */
export function killedAt(
  file: string,
  bank: string,
  now: number,
  place: number,
  note: (what: string) => void = () => undefined,
): Books {
  let done = 0;
  const step = (what = 'sql') => {
    note(what);
    if (done === place) process.kill(process.pid, 'SIGKILL');
    done += 1;
  };
  const node = new NodeD1(file);
  type Statement = { readonly execute: () => unknown; readonly sql: string };
  const counted = (statement: Statement) => ({
    execute() {
      step();
      return statement.execute();
    },
  });
  const prepared = (statement: Statement & { bind: (...values: never[]) => Statement }): unknown => ({
    statement,
    bind: (...values: never[]) => prepared(statement.bind(...values) as never),
    ...Object.fromEntries(
      (['all', 'run', 'first', 'raw'] as const).map((name) => [
        name,
        async (...args: unknown[]) => {
          step();
          return (statement as unknown as Record<string, (...all: unknown[]) => unknown>)[name]?.(...args);
        },
      ]),
    ),
  });
  const db = {
    prepare: (sql: string) => prepared(node.prepare(sql) as never),
    async batch(statements: readonly { readonly statement: Statement }[]) {
      const results = await node.batch(statements.map(({ statement }) => counted(statement)) as never);
      // After the commit, before whoever waits hears of it.
      step();
      return results;
    },
  } as unknown as D1Database;
  return { node, db, bank: new BankFile(bank, () => step('bank')), now, rate: RATE, feed: 'simulated' };
}

if (process.argv[1] === import.meta.filename) {
  const [file = '', bank = '', now = '', place = ''] = process.argv.slice(2);
  await send(killedAt(file, bank, Number(now), Number(place)));
}

/** The same books, by whoever comes after: in memory, because nobody kills him. */
export const survivor = (file: string, bank: string, now: number): Books => {
  const left = new NodeD1(file);
  const node = copyOf(left);
  left.close();
  return { node, db: asD1(node), bank: new BankFile(bank), now, rate: RATE, feed: 'simulated' };
};
