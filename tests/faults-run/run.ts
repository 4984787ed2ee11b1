// A run: customers at work, one fault after another, and after each of them everything is healed, everybody waits, and what the customers
// were told is compared with what is there.

import { mkdirSync, rmSync } from 'node:fs';
import { join as inFolder } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { copyWorld } from '../bench/world.ts';
import { inScratchFolder } from '../support/scratch.ts';
import { back } from './back.ts';
import { CardGateway } from './card-gateway.ts';
import { Client, type Known, NOT_PROVEN } from './clients.ts';
import { Crons } from './crons.ts';
import { History, type Finding, type Operation } from './history.ts';
import { inspect } from './invariants.ts';
import { type Fault, FAULTS, type Field, KILL } from './nemesis.ts';
import { Outside } from './outside.ts';
import { Random } from './random.ts';
import { type Reply, Caller } from './caller.ts';
import { Runtime, WORLD_SECRETS } from './runtime.ts';
import { Listener } from './listener.ts';
import { makeFaultsWorld, startOffset } from './world.ts';

export type Plan = {
  readonly seed: string;
  readonly seconds: number;
  /** The folder of the deployed bundle, and that of an older release. */
  readonly bundle: string;
  readonly previous: string | null;
  /** A disk of the run's own, for the state; null: there is none. */
  readonly disk: string | null;
  /** Faults whose names have this in them; null: all. */
  readonly only: string | null;
  /** The command that does the same again; beside whatever is found. */
  readonly repeat: string;
  readonly say: (line: string) => void;
};

export type Outcome = {
  readonly faults: ReadonlyMap<string, number>;
  readonly left: readonly string[];
  readonly kills: number;
  readonly requests: number;
  readonly operations: { readonly asked: number; readonly told: number; readonly refused: number };
  readonly lostReplies: number;
  readonly crons: number;
  readonly findings: readonly (Finding & { readonly after: string })[];
  /** Milliseconds from a kill to the first answers, each. */
  readonly recoveries: readonly number[];
  /** And from the end of each fault. */
  readonly healed: readonly number[];
  readonly statuses: ReadonlyMap<string, number>;
  readonly said: ReadonlyMap<string, number>;
};

const CLIENTS = 32;
/** So many of them are long with the house. */
const KNOWN = 16;
/** Time to work before the first fault, and between two. */
const CALM_MS = 700;
/** However slow the machine is. */
export const LEAST_FAULTS = 3;
/** So long the same is sent again after everything was healed. */
const DECIDED_MS = 30_000;
const AGAIN_AT_MOST_MS = 1_000;
/** Of what was acknowledged before the last check, so many are asked again each time; all of it was asked again once. */
const SAMPLE = 40;
const SAMPLE_AT_THE_END = 2_000;
const AT_ONCE = 16;
/** Of what is found: where and what, and not yet the bytes. */
const NAMED_BY = 70;

export function runFaults(plan: Plan): Promise<Outcome> {
  return inScratchFolder('faults', (folder) => new Run(plan, folder).go());
}

/** Of several runs, one after the other. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const sum = (count: (one: Outcome) => number) => outcomes.reduce((total, one) => total + count(one), 0);
  const counted = (counts: (one: Outcome) => ReadonlyMap<string, number>) => {
    const all = new Map<string, number>();
    for (const [name, count] of outcomes.flatMap((one) => [...counts(one)]))
      all.set(name, (all.get(name) ?? 0) + count);
    return all;
  };
  return {
    faults: counted(({ faults }) => faults),
    left: outcomes[0]?.left ?? [],
    kills: sum(({ kills }) => kills),
    requests: sum(({ requests }) => requests),
    operations: {
      asked: sum(({ operations }) => operations.asked),
      told: sum(({ operations }) => operations.told),
      refused: sum(({ operations }) => operations.refused),
    },
    lostReplies: sum(({ lostReplies }) => lostReplies),
    crons: sum(({ crons }) => crons),
    findings: outcomes.flatMap(({ findings }) => findings),
    recoveries: outcomes.flatMap(({ recoveries }) => recoveries),
    healed: outcomes.flatMap(({ healed }) => healed),
    statuses: counted(({ statuses }) => statuses),
    said: counted(({ said }) => said),
  };
}

class Run {
  readonly #plan: Plan;
  readonly #folder: string;
  readonly #history = new History();
  readonly #recoveries: number[] = [];
  readonly #findings: (Finding & { readonly after: string })[] = [];
  readonly #known = new Set<string>();
  readonly #done = new Map<string, number>();
  /** Of the faults, of the prices, of what is asked again: each has its own, so that none of them moves another. */
  readonly #random: Random;
  readonly #prices: Random;
  readonly #samples: Random;
  readonly #healed: number[] = [];
  #kills = 0;
  #isOver = false;
  #active = 0;
  #open: Promise<void> = Promise.resolve();
  #reopen: () => void = () => {};
  #checked = 0;

  constructor(plan: Plan, folder: string) {
    this.#plan = plan;
    this.#folder = folder;
    this.#random = new Random(plan.seed);
    this.#prices = new Random(`${plan.seed} prices`);
    this.#samples = new Random(`${plan.seed} samples`);
  }

  async go(): Promise<Outcome> {
    const { bundle, previous, disk, seconds, seed } = this.#plan;
    const outside = await Outside.open();
    const cards = await CardGateway.open(WORLD_SECRETS.GATEWAY_SECRET);
    const offset = startOffset(Date.now());
    const { world, known } = await makeFaultsWorld(inFolder(this.#folder, 'world'), offset, KNOWN);
    const state = inFolder(disk ?? this.#folder, 'state');
    mkdirSync(state);
    copyWorld(world, state);
    const database = world.database.replace(world.folder, state);
    await outside.setClock(offset);
    const runtime = await Runtime.on(state, bundle, outside, offset, { cards: cards.url });
    cards.calls = { origin: `http://127.0.0.1:${runtime.proxy.port}`, now: () => runtime.now() };
    const crons = new Crons(runtime);
    const around = {
      port: runtime.proxy.port,
      now: () => runtime.now(),
      outside,
      history: this.#history,
    };
    const clients: Client[] = [];
    const join = (customer?: Known) => {
      const client = new Client(
        around,
        new Random(`${seed} client ${clients.length}`),
        clients.length,
        customer,
      );
      clients.push(client);
      return client;
    };
    for (let n = 0; n < CLIENTS; n += 1) join(known[n]);
    const listener = new Listener(runtime.proxy.port, this.#history);
    const field: Field = {
      runtime,
      outside,
      cards,
      history: this.#history,
      crons,
      random: this.#random,
      database,
      disk,
      previous,
      bundle,
      daysStepped: 0,
      killed: (restart) => this.#killed(runtime, restart),
    };
    const left = FAULTS.flatMap(({ name, lacks }) => {
      const why = lacks?.(field) ?? null;
      return why === null ? [] : [`${name}: ${why}`];
    });
    try {
      await back(runtime.proxy.port, this.#history);
      const working = Promise.all(clients.map((client) => this.#work(client, join)));
      const ticking = this.#tick(crons, outside);
      const until = performance.now() + seconds * 1_000;
      let deck: Fault[] = [];
      for (let n = 0; n < LEAST_FAULTS || performance.now() < until; n += 1) {
        if (deck.length === 0) deck = this.#deck(field);
        const fault = deck.shift();
        if (fault === undefined) break;
        await wait(CALM_MS);
        await this.#suffer(fault, field);
        await this.#check(fault.name, field, clients, false);
      }
      await this.#check('the end', field, clients, true);
      this.#isOver = true;
      await Promise.all([working, ticking]);
    } finally {
      this.#isOver = true;
      listener.close();
      for (const client of clients) client.close();
      await runtime.end();
      await outside.close();
      await cards.close();
      // A disk of the run's own outlives it.
      rmSync(state, { recursive: true, force: true });
    }
    const operations = [...this.#history.operations.values()];
    return {
      faults: this.#done,
      left,
      kills: this.#kills,
      requests: this.#history.requests,
      operations: {
        asked: operations.length,
        told: operations.filter(({ told }) => told !== null).length,
        refused: operations.filter(({ told, isRefused }) => told === null && isRefused).length,
      },
      lostReplies: runtime.proxy.lostReplies,
      crons: crons.ran,
      findings: this.#findings,
      recoveries: this.#recoveries,
      healed: this.#healed,
      statuses: this.#history.statuses,
      said: runtime.said,
    };
  }

  #deck(field: Field): Fault[] {
    const { only } = this.#plan;
    const wanted = FAULTS.filter(
      ({ name, lacks }) => (only === null || name.includes(only)) && (lacks?.(field) ?? null) === null,
    );
    const drawn = this.#random.shuffled(wanted);
    // However short a run is, it has a kill.
    return this.#done.size > 0
      ? drawn
      : drawn.toSorted((a, b) => Number(b.name === KILL) - Number(a.name === KILL));
  }

  async #work(first: Client, join: () => Client): Promise<void> {
    let client = first;
    while (!this.#isOver) {
      await this.#open;
      this.#active += 1;
      try {
        await client.step();
      } catch (error) {
        const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.#history.find('wrong', `a client stumbled: ${why.slice(0, 600)}`);
      } finally {
        this.#active -= 1;
      }
      if (client.isDone) client = join();
      // Who hears nothing looks again a little later, as pages do.
      await wait(client.hearsNothing ? 100 : 5);
    }
  }

  async #tick(crons: Crons, outside: Outside): Promise<void> {
    for (; !this.#isOver; await wait(1_000)) {
      await this.#open;
      await outside.walk(this.#prices);
      if (crons.isSkipped) continue;
      this.#active += 1;
      await crons.run();
      await outside.carryOut();
      this.#active -= 1;
    }
  }

  async #suffer(fault: Fault, field: Field): Promise<void> {
    this.#done.set(fault.name, (this.#done.get(fault.name) ?? 0) + 1);
    try {
      await fault.run(field);
    } finally {
      await fault.heal?.(field);
    }
    if (!field.runtime.isThere) {
      this.#history.find('wrong', `${fault.name} ended the runtime`);
      await field.runtime.restart();
    }
    const healed = performance.now();
    await back(field.runtime.proxy.port, this.#history);
    this.#healed.push(performance.now() - healed);
  }

  async #killed(runtime: Runtime, restart: () => Promise<void>): Promise<void> {
    const before = performance.now();
    await runtime.kill();
    this.#kills += 1;
    await restart();
    await back(runtime.proxy.port, this.#history);
    this.#recoveries.push(performance.now() - before);
  }

  async #check(after: string, field: Field, clients: readonly Client[], isWhole: boolean): Promise<void> {
    const { runtime, outside, cards, database } = field;
    const began = performance.now();
    this.#open = new Promise((settle) => (this.#reopen = settle));
    while (this.#active > 0) await wait(10);
    const idle = performance.now();
    await this.#askAgain(clients, isWhole);
    await this.#askEnded(runtime);
    const asked = performance.now();
    const told = runtime.warned.get('payment-contradiction') ?? 0;
    await inspect(database, this.#history, await outside.bank(), { seen: cards.seen(), told });
    // What is found again at each try, and after each fault, is one finding.
    const found = this.#history.findings.splice(0).filter(({ kind, what }) => {
      const name = `${kind} ${what.slice(0, NAMED_BY)}`;
      const isNew = !this.#known.has(name);
      this.#known.add(name);
      return isNew;
    });
    this.#findings.push(...found.map((finding) => Object.assign(finding, { after })));
    const times = [idle - began, asked - idle, performance.now() - asked].map((ms) => `${Math.round(ms)}`);
    this.#plan.say(
      `${found.length === 0 ? 'ok  ' : 'FAIL'} ${after}: ${this.#history.operations.size} operations, waited ${times[0]} ms, asked again ${times[1]} ms, books ${times[2]} ms`,
    );
    for (const { kind, what } of found) this.#plan.say(`     ${kind}: ${what}`);
    if (found.length > 0) this.#plan.say(`     again: ${this.#plan.repeat}`);
    this.#reopen();
  }

  /** Every operation that nobody knows of is decided now, and what was acknowledged is answered with the same bytes. */
  async #askAgain(clients: readonly Client[], isWhole: boolean): Promise<void> {
    const all = [...this.#history.operations.values()];
    const old = all.slice(0, this.#checked);
    const sample = this.#samples.shuffled(old).slice(0, isWhole ? SAMPLE_AT_THE_END : SAMPLE);
    const fresh = all.slice(this.#checked);
    const undecided = old.filter(({ told, isRefused }) => told === null && !isRefused);
    this.#checked = all.length;
    const askers = new Map(clients.map((client) => [client.userId, client]));
    const waiting = [...new Set([...undecided, ...sample, ...fresh])]
      .filter(({ told, isRefused }) => told !== null || !isRefused)
      .values();
    const ask = async () => {
      for (const operation of waiting) await this.#decide(operation, askers.get(operation.accountId));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  }

  async #decide(operation: Operation, client: Client | undefined): Promise<void> {
    let reply: Reply | null = null;
    const until = performance.now() + DECIDED_MS;
    for (let ms = 50; performance.now() < until; ms = Math.min(2 * ms, AGAIN_AT_MOST_MS)) {
      reply = (await client?.again(operation)) ?? null;
      if (operation.told !== null ? reply?.status === 201 : operation.isRefused) return;
      // Proofs are counted before they are looked at, so those that a kill ends use up the day's: the books alone say what became of it.
      if (operation.told !== null && reply?.text.startsWith(`${NOT_PROVEN} 429`) === true) return;
      // A limit of the product: the key was looked up before.
      if (reply?.status === 429 && operation.told === null) {
        operation.isRefused = true;
        return;
      }
      await wait(ms);
    }
    const kind = operation.told === null ? 'wrong' : 'lost';
    const what = `${operation.path} ${operation.key} is not decided: ${reply?.status} ${reply?.text.slice(0, 200)}`;
    this.#history.find(kind, what);
  }

  /** A session that was ended opens nothing any more. */
  async #askEnded(runtime: Runtime): Promise<void> {
    for (const cookie of this.#history.ended.slice(-10)) {
      const caller = new Caller(runtime.proxy.port);
      caller.cookie = cookie;
      const read = await caller.send('GET', '/api/portfolio');
      const isRenewed = await caller.renew();
      if (read?.status === 200 || isRenewed)
        this.#history.find(
          'lost',
          `a session that was ended is alive: ${read?.status}, renewed ${isRenewed}`,
        );
      caller.close();
    }
  }
}
