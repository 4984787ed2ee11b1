// The entry of the test bundle: the deployed script, with storage that fails when it is told to and a clock that can be stepped. Nothing of
// it is in the product; `runtime.ts` puts it before the product's modules and tells it what to do at /__test/.

import { machineTime, shiftedTime, stepClock } from './shifted-clock.js';
import onca, { MetricsKeeper, PasswordHasher, PriceHub, PriceRelay, TradeDesk } from './index.js';

/** What the database does: { at, when: 'before' | 'after' | 'slow', match, sweeps, ms }. Null: it is well. */
let storage = null;
let calls = 0;
let isBucketDown = false;
let hits = 0;
/** A leak that a test plants: so many bytes of each request stay. */
let leakedBytes = 0;
const leaked = [];

/** Each call of a database counts, a batch as one. The `at`-th fails; where it sweeps, the one after it the next time. */
async function step(sql, work) {
  const fault = storage;
  if (fault === null || (fault.match !== undefined && !sql.some((text) => text.includes(fault.match))))
    return work();
  calls += 1;
  if (calls < fault.at) return work();
  calls = 0;
  hits += 1;
  if (fault.sweeps) storage = { ...fault, at: fault.at + 1 };
  if (fault.when === 'before') throw new Error('D1_ERROR: Network connection lost.');
  if (fault.when === 'slow') await scheduler.wait(fault.ms);
  const result = await work();
  if (fault.when === 'after') throw new Error('D1_ERROR: Network connection lost.');
  return result;
}

function bentStatement(statement, sql) {
  const call =
    (name) =>
    (...args) =>
      step([sql], () => statement[name](...args));
  return {
    statement,
    sql,
    bind: (...values) => bentStatement(statement.bind(...values), sql),
    first: call('first'),
    all: call('all'),
    run: call('run'),
    raw: call('raw'),
  };
}

function bentDatabase(db) {
  return {
    prepare: (sql) => bentStatement(db.prepare(sql), sql),
    batch: (list) =>
      step(
        list.map(({ sql }) => sql),
        () => db.batch(list.map(({ statement }) => statement)),
      ),
    exec: (sql) => step([sql], () => db.exec(sql)),
    withSession: (from) => bentDatabase(db.withSession(from)),
    getBookmark: () => db.getBookmark(),
  };
}

function bentBucket(bucket) {
  const call =
    (name) =>
    async (...args) => {
      if (!isBucketDown) return bucket[name](...args);
      hits += 1;
      throw new Error(`${name}: We encountered an internal error. Please try again. (10001)`);
    };
  return Object.fromEntries(['get', 'put', 'delete', 'head', 'list'].map((name) => [name, call(name)]));
}

const bent = new WeakMap();
function bentEnv(env) {
  if (bent.has(env)) return bent.get(env);
  const made = {
    ...env,
    DB: bentDatabase(env.DB),
    MEDIA: bentBucket(env.MEDIA),
    IDENTITY_DOCUMENTS: bentBucket(env.IDENTITY_DOCUMENTS),
    // There, so that letters go to the local mailbox.
    MAIL: {},
    PIX_API_CERTIFICATE: { fetch: (...args) => fetch(...args) },
  };
  bent.set(env, made);
  return made;
}

let isAlarmShifted = false;
/** Alarms ring by the machine's clock. */
function shiftAlarms(storageOfObject) {
  if (isAlarmShifted) return;
  isAlarmShifted = true;
  const prototype = Object.getPrototypeOf(storageOfObject);
  const { setAlarm, getAlarm } = prototype;
  prototype.setAlarm = function (at, ...more) {
    return setAlarm.call(this, machineTime(Number(at)), ...more);
  };
  prototype.getAlarm = async function (...args) {
    const at = await getAlarm.apply(this, args);
    return at === null ? null : shiftedTime(at);
  };
}

const inTest = (Kind) =>
  class extends Kind {
    constructor(ctx, env) {
      shiftAlarms(ctx.storage);
      super(ctx, bentEnv(env));
      this.reset = () => ctx.abort('reset by the test');
    }
    resetByTest() {
      this.reset();
    }
  };

const Hub = inTest(PriceHub);
const Relay = inTest(PriceRelay);
const Desk = inTest(TradeDesk);
const Hasher = inTest(PasswordHasher);
const Keeper = inTest(MetricsKeeper);
export {
  Hub as PriceHub,
  Relay as PriceRelay,
  Desk as TradeDesk,
  Hasher as PasswordHasher,
  Keeper as MetricsKeeper,
};

const CONTROLS = {
  clock: ({ offsetMs }) => stepClock(offsetMs),
  storage: ({ fault }) => {
    storage = fault;
    calls = 0;
  },
  bucket: ({ isDown }) => {
    isBucketDown = isDown;
  },
  leak: ({ bytes }) => {
    leakedBytes = bytes;
  },
  cron: ({ cron, at }, env, ctx) =>
    onca.scheduled({ cron, scheduledTime: at, noRetry() {} }, bentEnv(env), ctx),
  reset: async ({ object, name }, env) => {
    const namespace = env[object];
    // It dies under the call.
    await namespace
      .get(namespace.idFromName(name))
      .resetByTest()
      .catch(() => {});
  },
};

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/__test/')) {
      // Numbers with a point, so that they are of the heap itself, eight bytes each.
      if (leakedBytes > 0) leaked.push(Array.from({ length: leakedBytes / 8 }, () => Math.random()));
      return onca.fetch(request, bentEnv(env), ctx);
    }
    const before = hits;
    try {
      await CONTROLS[pathname.slice('/__test/'.length)](await request.json(), env, ctx);
      return Response.json({ before, hits });
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
  scheduled: (controller, env, ctx) => onca.scheduled(controller, bentEnv(env), ctx),
};
