// A soak: for a long while everything works and everybody is at work, and what should stay the same is measured.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMiB } from '../bench/processes.ts';
import { withServers } from '../bench/servers.ts';
import { SETTINGS } from '../bench/settings.ts';
import type { Followed } from '../bench/sockets.ts';
import { back } from '../faults-run/back.ts';
import { Client, type Known, type Step } from '../faults-run/clients.ts';
import { Crons } from '../faults-run/crons.ts';
import { inspect } from '../faults-run/invariants.ts';
import { Outside } from '../faults-run/outside.ts';
import { Random } from '../faults-run/random.ts';
import { Runtime } from '../faults-run/runtime.ts';
import { makeFaultsWorld, startOffset, worldEnv } from '../faults-run/world.ts';
import { createCustomer } from '../support/customers.ts';
import { inScratchFolder } from '../support/scratch.ts';
import { seed as seedDatabase } from '../../worker/commands/seed.ts';
import { heapMiB } from './heap.ts';
import { Operator } from './operators.ts';
import type { SocketsOptions } from './sockets-process.ts';
import { TimedHistory, type Times } from './times.ts';

export type Plan = {
  readonly seed: string;
  readonly seconds: number;
  readonly sockets: number;
  readonly customers: number;
  readonly operators: number;
  readonly windows: number;
  /** Between two runs of the cron of each minute. */
  readonly cronMs: number;
  /** The folder of the deployed bundle. */
  readonly bundle: string;
  readonly say: (line: string) => void;
};

/** Memory: seconds since the beginning, and MiB. */
export type Sample = { readonly at: number; readonly mib: number };

export type Soak = {
  readonly seconds: number;
  /** Of the process, which emulates D1 and R2 as well. */
  readonly resident: readonly Sample[];
  /** Of the product, after a collection. */
  readonly heap: readonly Sample[];
  readonly times: Times;
  readonly followed: Followed & { readonly passed: number };
  readonly statuses: ReadonlyMap<string, number>;
  /** Errors that the product's log tells of, and what nobody caught. */
  readonly said: ReadonlyMap<string, number>;
  readonly crons: { readonly fired: number; readonly done: number };
  readonly operations: number;
  /** Of the books, the closes, and of what customers were told. */
  readonly wrong: readonly string[];
  /** The file of the database, at the beginning and at the end. */
  readonly databaseMiB: readonly [number, number];
};

/** Between two steps of one customer: of two hundred, twenty steps in a second, each of one to three calls. */
const THINK_MS = [4_000, 16_000] as const;
/** Buying, selling and looking; the rest of an account's life rarely, for its limits count by the hour. */
const STEPS: readonly Step[] = [
  { weight: 50, run: (client) => client.trade() },
  { weight: 40, run: (client) => client.read() },
  { weight: 4, run: (client) => client.repeat() },
  { weight: 2, run: (client) => client.alert() },
  { weight: 1, run: (client) => client.deposit() },
  { weight: 1, run: (client) => client.pix() },
  { weight: 1, run: (client) => client.withdraw() },
  { weight: 1, run: (client) => client.statement() },
];
const PASSING_A_SECOND = 5;
/** A collection stops the product for some tens of milliseconds, so it is rare. */
const HEAP_MS = 30_000;
const MIB = 1024 * 1024;

export function runSoak(plan: Plan): Promise<Soak> {
  return inScratchFolder('soak', (folder) => new Run(plan, folder).go());
}

class Run {
  readonly #plan: Plan;
  readonly #folder: string;
  readonly #history = new TimedHistory();
  readonly #resident: Sample[] = [];
  readonly #heap: Sample[] = [];
  #fired = 0;
  #isOver = false;

  constructor(plan: Plan, folder: string) {
    this.#plan = plan;
    this.#folder = folder;
  }

  async go(): Promise<Soak> {
    const { bundle, seed, operators, customers, say } = this.#plan;
    const outside = await Outside.open();
    const offset = startOffset(Date.now());
    say('The world is made: the seed, its customers and operators.');
    const cookies: string[] = [];
    const { world, known } = await makeFaultsWorld(
      join(this.#folder, 'world'),
      offset,
      customers,
      async (db) => {
        await seedDatabase(db, worldEnv(db));
        for (let n = 0; n < operators; n += 1)
          cookies.push((await createCustomer(worldEnv(db), { admin: true, steppedUp: true })).cookie);
      },
    );
    await outside.setClock(offset);
    const runtime = await Runtime.on(world.folder, bundle, outside, offset, { isInspected: true });
    const crons = new Crons(runtime);
    const { port } = runtime;
    const around = { port, now: () => runtime.now(), outside, history: this.#history };
    const client = (customer: Known, n: number) =>
      new Client(around, new Random(`${seed} client ${n}`), n, customer, STEPS);
    const workers = [
      ...known.map(client),
      ...cookies.map((cookie) => new Operator(port, this.#history, cookie)),
    ];
    try {
      await back(port, this.#history);
      const options: SocketsOptions = {
        url: `http://127.0.0.1:${port}`,
        tickMs: Number(SETTINGS.PRICE_POLL_MS),
        sockets: this.#plan.sockets,
        cookies: known.map(({ cookie }) => cookie),
        passing: PASSING_A_SECOND,
      };
      const prices = this.#each(1_000, async (random) => outside.walk(random));
      const file = join(import.meta.dirname, 'sockets-process.ts');
      say(`${this.#plan.sockets} sockets are opened.`);
      return await withServers(
        { folder: this.#folder },
        { sockets: { file, options } },
        async ({ sockets }) => {
          const sizeBefore = sizeOf(world.database);
          await sockets.ask('watch');
          const seconds = await this.#work(runtime, crons, outside, workers);
          const followed = await sockets.ask<Soak['followed']>('followed');
          this.#isOver = true;
          await prices;
          await inspect(world.database, this.#history, await outside.bank());
          return {
            seconds,
            resident: this.#resident,
            heap: this.#heap,
            times: this.#history.times,
            followed,
            statuses: this.#history.statuses,
            said: runtime.said,
            crons: { fired: this.#fired, done: crons.ran },
            operations: this.#history.operations.size,
            wrong: this.#history.findings.map(({ kind, what }) => `${kind}: ${what}`),
            databaseMiB: [sizeBefore, sizeOf(world.database)],
          };
        },
      );
    } finally {
      this.#isOver = true;
      for (const worker of workers) worker.close();
      await runtime.end();
      await outside.close();
    }
  }

  /** Everybody at once, for as long as the run is; the seconds that it took. */
  async #work(
    runtime: Runtime,
    crons: Crons,
    outside: Outside,
    workers: readonly { step(): Promise<void> }[],
  ): Promise<number> {
    const { seconds, windows, cronMs } = this.#plan;
    const began = performance.now();
    const isOver = () => performance.now() - began >= seconds * 1_000;
    const work = async (worker: { step(): Promise<void> }, random: Random) => {
      // Nobody begins together with everybody.
      await wait(random.between(0, THINK_MS[1]));
      for (; !isOver(); await wait(random.between(...THINK_MS))) await this.#noted(() => worker.step());
    };
    const minutes = async () => {
      for (let next = cronMs; next < seconds * 1_000; next += cronMs) {
        await wait(Math.max(0, began + next - performance.now()));
        this.#fired += 1;
        await crons.run();
        await outside.carryOut();
      }
    };
    const samples = async () => {
      const length = (seconds * 1_000) / windows;
      for (let window = -1; !isOver(); await wait(1_000)) {
        const at = performance.now() - began;
        for (; window < Math.floor(at / length); window += 1) this.#nextWindow(window);
        this.#resident.push({ at: at / 1_000, mib: residentMiB(runtime.pid, 'workerd') ?? Number.NaN });
      }
    };
    const heaps = async () => {
      const inspector = await runtime.inspector();
      for (; !isOver(); await wait(HEAP_MS))
        this.#heap.push({ at: (performance.now() - began) / 1_000, mib: await heapMiB(inspector) });
    };
    const randoms = workers.map((_, n) => new Random(`${this.#plan.seed} pace ${n}`));
    await Promise.all([
      ...workers.map((worker, n) => work(worker, randoms[n] ?? new Random(''))),
      minutes(),
      samples(),
      heaps(),
    ]);
    return (performance.now() - began) / 1_000;
  }

  #nextWindow(before: number): void {
    this.#history.nextWindow();
    const { windows, say } = this.#plan;
    const heap = this.#heap.at(-1)?.mib.toFixed(1);
    if (before >= 0) say(`${before + 1} of ${windows}: ${this.#history.requests} requests, heap ${heap} MiB`);
  }

  async #noted(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#history.find('wrong', `a client stumbled: ${why.slice(0, 600)}`);
    }
  }

  async #each(ms: number, work: (random: Random) => Promise<void>): Promise<void> {
    const random = new Random(`${this.#plan.seed} prices`);
    for (; !this.#isOver; await wait(ms)) await work(random);
  }
}

const sizeOf = (database: string): number =>
  [database, `${database}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  ) / MIB;
