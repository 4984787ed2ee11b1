// What goes wrong: a table of faults, each with what it does and how it is healed. What a fault needs of the machine stands beside it; where
// that is not there, the run says so and goes without.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { DAY_MS, MINUTE_MS } from '../../worker/domain/time.ts';
import { PIX_LIES } from '../support/vendor-control.ts';
import { CARD_LIES, CARD_TROUBLES, type CardGateway } from './card-gateway.ts';
import type { Crons } from './crons.ts';
import type { History } from './history.ts';
import type { Outside } from './outside.ts';
import { fill, free } from './own-disk.ts';
import type { ProxyMode } from './proxy.ts';
import type { Random } from './random.ts';
import { RELAYS, type Runtime, type StorageFault } from './runtime.ts';

export type Field = {
  readonly runtime: Runtime;
  readonly outside: Outside;
  readonly cards: CardGateway;
  readonly history: History;
  readonly crons: Crons;
  readonly random: Random;
  /** The file of the database. */
  readonly database: string;
  /** That of the state, if it is the run's own. */
  readonly disk: string | null;
  /** The bundle of an older release; null without `--previous`. */
  readonly previous: string | null;
  readonly bundle: string;
  /** Kills the runtime, starts what is to come after it, and waits until that answers. */
  readonly killed: (restart: () => Promise<void>) => Promise<void>;
  daysStepped: number;
};

export type Fault = {
  readonly name: string;
  /** Said where it cannot be done; null where it can. */
  readonly lacks?: (field: Field) => string | null;
  readonly run: (field: Field) => Promise<void>;
  readonly heal?: (field: Field) => Promise<void>;
};

const held = ({ random }: Field) => wait(random.between(400, 1_200));

function storageFault(name: string, faultOf: (random: Random) => StorageFault): Fault {
  return {
    name,
    async run(field) {
      await field.runtime.tell('storage', { fault: faultOf(field.random) });
      await field.crons.run();
      await wait(field.random.between(800, 1_600));
    },
    heal: async ({ runtime }) => void (await runtime.tell('storage', { fault: null })),
  };
}

function proxyFault(name: string, mode: ProxyMode): Fault {
  return {
    name,
    async run(field) {
      field.runtime.proxy.everyNth = field.random.between(2, 5);
      field.runtime.proxy.mode = mode;
      await held(field);
    },
    heal: async ({ runtime }) => {
      runtime.proxy.mode = 'pass';
    },
  };
}

/** What has to be ended, of one run of a fault. */
const children = new Set<ChildProcess>();
const sockets = new Set<WebSocket | Socket>();

const LOCKS = `const { DatabaseSync } = await import('node:sqlite');
const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
db.exec('BEGIN EXCLUSIVE');
console.log('locked');
process.stdin.resume().on('end', () => process.exit());`;

const SOCKETS = 150;

/** Past the age from which the cron takes a deposit up, and past the first question about one that waits. */
const ASKED_AFTER_MS = 6 * MINUTE_MS;
/** The product waits for a gateway for ten seconds, and once in a run of the cron. */
const CRON_OF_SILENT_MS = 20_000;

async function cardsAskedLater({ runtime, outside }: Field): Promise<void> {
  await runtime.stepClock(ASKED_AFTER_MS);
  await outside.setClock(runtime.offsetMs);
}

export const KILL = 'kill -9';

export const FAULTS: readonly Fault[] = [
  {
    name: KILL,
    async run(field) {
      const times = field.random.between(2, 8);
      for (let n = 0; n < times; n += 1) {
        await wait(field.random.between(50, 600));
        await field.killed(() => field.runtime.start());
      }
    },
  },
  {
    name: 'stopped for two seconds',
    async run({ runtime }) {
      runtime.signal('SIGSTOP');
      await wait(2_000);
    },
    heal: async ({ runtime }) => runtime.signal('SIGCONT'),
  },
  {
    name: 'the database locked by another process',
    async run(field) {
      const child = spawn(
        process.execPath,
        ['--no-warnings', '--input-type=module', '-e', LOCKS, field.database],
        {
          // It ends with the run, however that ends.
          stdio: ['pipe', 'pipe', 'ignore'],
        },
      );
      children.add(child);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      await wait(field.random.between(800, 2_000));
    },
    async heal() {
      for (const child of children) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      children.clear();
    },
  },
  storageFault('each storage call in turn fails before its effect', (random) => ({
    at: random.between(1, 6),
    when: 'before',
    sweeps: true,
  })),
  storageFault('each storage call in turn fails after its effect', (random) => ({
    at: random.between(1, 6),
    when: 'after',
    sweeps: true,
  })),
  storageFault('each third storage call is slow', () => ({ at: 3, when: 'slow', ms: 700 })),
  storageFault('the mail server says no', () => ({
    at: 1,
    when: 'before',
    match: 'INSERT INTO local_mailbox',
  })),
  storageFault('the mail server takes letters and says no', () => ({
    at: 1,
    when: 'after',
    match: 'INSERT INTO local_mailbox',
  })),
  storageFault('the mail server is slow', () => ({
    at: 1,
    when: 'slow',
    ms: 1_500,
    match: 'INSERT INTO local_mailbox',
  })),
  proxyFault('replies are lost after the commit', 'lose-replies'),
  proxyFault('replies are cut', 'cut-replies'),
  proxyFault('the line is slow', 'slow'),
  {
    name: 'the bank is slow, wrong, silent or lies',
    async run(field) {
      const { outside, random } = field;
      const isLie = random.next() < 0.5;
      const behaviour = random.of(['down', 'slow', 'error-500', 'html', 'truncated'] as const);
      await outside.set('pix-api', isLie ? { lie: random.of(PIX_LIES) } : { behaviour });
      await field.crons.run();
      await held(field);
    },
    heal: ({ outside }) => outside.heal(),
  },
  {
    name: 'the card gateway is slow or wrong',
    async run(field) {
      for (const trouble of field.random.shuffled(CARD_TROUBLES).slice(0, 3)) {
        field.cards.mode = trouble;
        await held(field);
      }
      await cardsAskedLater(field);
    },
    heal: ({ cards }) => cards.heal(),
  },
  {
    name: 'the card gateway is silent',
    async run(field) {
      const { cards, crons, history } = field;
      cards.mode = 'silent';
      await held(field);
      await cardsAskedLater(field);
      const began = performance.now();
      await crons.run();
      const ms = Math.round(performance.now() - began);
      if (ms > CRON_OF_SILENT_MS) history.find('wrong', `a silent gateway holds the cron up for ${ms} ms`);
    },
    heal: ({ cards }) => cards.heal(),
  },
  {
    name: 'the card gateway contradicts itself',
    async run(field) {
      for (const lie of field.random.shuffled(CARD_LIES).slice(0, 3)) {
        field.cards.mode = lie;
        await held(field);
        await field.cards.contradictItself();
      }
      await cardsAskedLater(field);
      await field.crons.run();
    },
    heal: ({ cards }) => cards.heal(),
  },
  {
    name: 'a source of prices is slow, wrong or silent',
    async run(field) {
      const { outside, random } = field;
      const behaviours = [
        'down',
        'slow',
        'error-500',
        'html',
        'nan',
        'negative',
        'zero',
        'times-100',
        'last-year',
      ];
      const behaviour = random.of(behaviours) as 'down';
      const vendors = random.of([
        ['gold-api'],
        ['swissquote'],
        ['gold-api', 'swissquote'],
        ['awesomeapi'],
      ] as const);
      await Promise.all(vendors.map((vendor) => outside.set(vendor, { behaviour })));
      await wait(random.between(1_500, 2_500));
    },
    heal: ({ outside }) => outside.heal(),
  },
  {
    name: 'the sources of prices contradict each other',
    async run({ outside, random }) {
      outside.apartShare = random.of([0.02, -0.02, 0.05]);
      // At the next step of the walk, a second later.
      await wait(3_000);
    },
    async heal({ outside }) {
      outside.apartShare = 0;
    },
  },
  {
    name: 'the cron twice at once',
    run: async ({ crons }) => void (await Promise.all([crons.run(), crons.run(), crons.run()])),
  },
  {
    name: 'the cron late, and skipped',
    async run(field) {
      field.crons.isSkipped = true;
      await wait(2_000);
      await field.crons.run(-10 * 60_000);
    },
    async heal({ crons }) {
      crons.isSkipped = false;
    },
  },
  {
    name: 'the nightly check amid trades',
    run: async ({ crons }) => void (await Promise.all([crons.night(), crons.run()])),
  },
  {
    name: 'the clock stepped',
    async run(field) {
      const { runtime, outside, random } = field;
      const step = random.of([25_000, -15_000, 70_000, -40_000]);
      await runtime.stepClock(step);
      await outside.setClock(runtime.offsetMs);
      await held(field);
    },
  },
  {
    name: 'the clock stepped over midnight',
    // From Monday on: then the market closes for the weekend.
    lacks: ({ daysStepped }) => (daysStepped < 3 ? null : 'the week is over'),
    async run(field) {
      field.daysStepped += 1;
      await field.runtime.stepClock(DAY_MS);
      await field.outside.setClock(field.runtime.offsetMs);
      await field.crons.run();
      await held(field);
      await field.crons.run();
    },
  },
  {
    name: 'R2 fails',
    async run(field) {
      await field.runtime.tell('bucket', { isDown: true });
      await Promise.all([field.crons.run(), field.crons.night()]);
      await held(field);
    },
    heal: async ({ runtime }) => void (await runtime.tell('bucket', { isDown: false })),
  },
  {
    name: 'a storm of sockets, slow readers, garbage',
    async run(field) {
      const { runtime, random } = field;
      const { port } = runtime.proxy;
      for (let n = 0; n < SOCKETS; n += 1) {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/api/prices/stream`, {
          origin: `http://127.0.0.1:${port}`,
          headers: { 'CF-Connecting-IP': `10.9.${n % 200}.${random.between(1, 250)}` },
        });
        sockets.add(socket);
        const behaviour = random.of(['reads-nothing', 'garbage', 'leaves', 'stays'] as const);
        socket.on('error', () => {});
        socket.on('open', () => {
          if (behaviour === 'reads-nothing') socket.pause();
          if (behaviour === 'garbage')
            socket.send(Buffer.from(Array.from({ length: 4_000 }, () => random.between(0, 255))));
          if (behaviour === 'leaves') socket.terminate();
        });
        if (n % 10 === 0) {
          const raw = connect(port, '127.0.0.1');
          raw.on('error', () => {});
          raw.write(`GET /api/prices HTTP/1.1\r\nHost: x\r\n${'\0ÿ'.repeat(200)}\r\n\r\n`);
          sockets.add(raw);
        }
      }
      await wait(1_500);
    },
    async heal() {
      for (const socket of sockets) {
        if (socket instanceof WebSocket) socket.terminate();
        else socket.destroy();
      }
      sockets.clear();
    },
  },
  {
    name: 'the disk is full',
    lacks: ({ disk }) => (disk === null ? 'a disk of its own is mounted by root, in npm run faults' : null),
    async run(field) {
      if (field.disk !== null) fill(field.disk);
      await field.crons.run();
      await held(field);
    },
    heal: async ({ disk }) => {
      if (disk !== null) free(disk);
    },
  },
  {
    name: 'files grow no further',
    lacks: () => (canLimitFiles() ? null : 'prlimit is not installed'),
    async run(field) {
      limitFiles(field.runtime.pid, '65536');
      await held(field);
    },
    heal: async ({ runtime }) => limitFiles(runtime.pid, 'unlimited'),
  },
  {
    name: 'the desk, the hub and a relay are reset',
    async run(field) {
      const { runtime, random } = field;
      const objects = [
        { object: 'TRADE_DESK', name: 'main' },
        { object: 'PRICE_RELAY', name: `relay-${random.between(0, RELAYS - 1)}` },
        { object: 'PRICE_HUB', name: 'main' },
      ];
      for (const about of random.shuffled([...objects, ...objects])) {
        await runtime.tell('reset', about);
        await wait(random.between(50, 300));
      }
    },
  },
  {
    name: 'an older release on the new schema, and back',
    lacks: ({ previous }) => (previous === null ? 'without --previous' : null),
    async run(field) {
      const { runtime, previous, killed } = field;
      await killed(() => runtime.start(previous ?? field.bundle));
      await wait(2_000);
    },
    heal: ({ runtime, bundle, killed }) => killed(() => runtime.start(bundle)),
  },
];

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
}

function canLimitFiles(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
