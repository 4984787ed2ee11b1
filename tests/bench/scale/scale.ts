// `npm run bench -- scale`: what one deployment holds, from the platform's documented limits and what is measured here, and the day on
// which each limit is met. What is assumed stands in COURSE and HABITS and is printed; every other figure is computed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SWEEPS_OF_A_RUN, SWEPT_AT_ONCE } from '../../../worker/db/sweep.ts';
import { ALERT_LOG_KEPT_DAYS, MAIL_KEPT_DAYS } from '../../../worker/domain/limits.ts';
import { MINUTE_RETENTION_MS } from '../../../worker/domain/history-ranges.ts';
import {
  REMEMBERED_LIFETIME_MS,
  SECURITY_LOG_KEPT_DAYS,
  SESSION_KEPT_MS,
} from '../../../worker/domain/session-rules.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { slopeOf } from '../statistics.ts';
import type { Job } from './cron.ts';
import { type Filled, filled, NOW, opened, type Step } from './fill.ts';
import {
  bytesOn,
  type Course,
  customersOn,
  dateOf,
  dayOfLimit,
  errorOf,
  sumUpTo,
  type Unit,
  unitsOn,
} from './model.ts';
import { LOOKED_UP_ON, PLATFORM } from './platform.ts';
import { sampled, type Sampled } from './samples.ts';

const COURSE: Course = { customers: 2_000, growthPerYear: 10 };

/** Assumed of a customer and a day: nobody has measured customers that do not exist yet. What the seed's do is counted. */
const HABITS = {
  signIns: 0.3,
  tokensOfASignIn: 8,
  alertsThatFire: 0.05,
  /** Letters of an operation: its receipt. Others are few. */
  lettersOfAnOperation: 1,
  /** Of all customers, signed in or not, who have a page open in the busiest minute. */
  socketsAtPeak: 0.1,
  /** The busiest second of a day has this part of its operations: a fifth in one hour, three times the mean of that hour. */
  operationsInTheBusiestSecond: (0.2 / 3_600) * 3,
  /** The busiest minute, in the same way. */
  operationsInTheBusiestMinute: (0.2 / 60) * 2,
  /** Papers of an identity in the bucket, and their size. */
  papers: 3,
  paperBytes: 1_000_000,
} as const;

/** Rows that there are as many of as customers; all that grows beside them grows with operations. */
const OF_CUSTOMERS = ['users', 'settings', 'accounts', 'holdings', 'identities', 'identity_steps', 'alerts'];
const MINUTES_A_DAY = 1_440;
const SERIES = 5;

export async function scaleOnPaper(isShort: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'onca-scale-'));
  try {
    await print(await filled(folder, isShort ? 50 : 500), isShort);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function print(made: Filled, isShort: boolean): Promise<void> {
  const ofOperations = growthOf(made);
  const samples = await opened(made.world, (db) => sampled(db, isShort ? 50 : 400));
  printGrowth(made, ofOperations);
  printSimulation(made);
  const units = unitsOf(ofOperations, samples);
  printSize(units, ofOperations, samples);
  printCron(samples.jobs);
  printLimits(made, units, ofOperations, samples.jobs);
}

export type Growth = {
  readonly operationsPerCustomerDay: number;
  readonly bytesPerOperation: number;
  readonly bytesPerCustomer: number;
  readonly tables: readonly {
    readonly table: string;
    readonly perOperation: number;
    readonly bytesPerOperation: number;
  }[];
};

/** What the last customers added to the first ones: what every database has takes no part in it. */
function growthOf({ empty, steps: [first, , last] }: Filled): Growth {
  const operations = last.operations - first.operations;
  const tables = Object.entries(last.sizes)
    .filter(([name]) => !OF_CUSTOMERS.includes(name))
    .map(([name, { rows, bytes }]) => ({
      table: name,
      perOperation: (rows - (first.sizes[name]?.rows ?? 0)) / operations,
      bytesPerOperation: (bytes - (first.sizes[name]?.bytes ?? 0)) / operations,
    }))
    .filter(({ perOperation }) => perOperation > 0)
    .toSorted((a, b) => b.bytesPerOperation - a.bytesPerOperation);
  return {
    operationsPerCustomerDay: (last.operations - empty.operations) / last.customerDays,
    bytesPerOperation: tables.reduce((sum, { bytesPerOperation }) => sum + bytesPerOperation, 0),
    bytesPerCustomer: (customerBytes(last) - customerBytes(first)) / (last.customers - first.customers),
    tables,
  };
}

const customerBytes = ({ sizes }: Step): number =>
  OF_CUSTOMERS.reduce((sum, table) => sum + (sizes[table]?.bytes ?? 0), 0);

function printGrowth({ steps: [, , last] }: Filled, growth: Growth): void {
  console.log(
    `Measured with ${last.customers} customers of the seed and ${last.operations} operations, by the ledger's own functions (SQLite, pages of 4 KiB, indexes included):`,
  );
  printTable(
    ['table', 'rows per operation', 'bytes per operation', 'GB per million operations'],
    growth.tables.map(({ table: name, perOperation, bytesPerOperation }) => [
      name,
      perOperation.toFixed(2),
      bytesPerOperation.toFixed(0),
      gb(bytesPerOperation * 1e6),
    ]),
  );
  console.log(
    `All: ${growth.bytesPerOperation.toFixed(0)} bytes an operation, ${gb(growth.bytesPerOperation * 1e6)} GB per million; ${growth.bytesPerCustomer.toFixed(0)} bytes a customer.\n`,
  );
}

/** What the first step would have said of the others. */
function printSimulation({ empty, steps, counted }: Filled): void {
  const [first] = steps;
  const perCustomer = customerBytes(first) / first.customers;
  const perOperation =
    (first.bytes - empty.bytes - customerBytes(first)) / (first.operations - empty.operations);
  console.log(
    'Checked by simulation: what the first step predicts of those with two and four times as many customers, and what they have.',
  );
  printTable(
    [
      'customers',
      'operations',
      'MB predicted',
      'MB measured',
      'off',
      'ms of the nightly check',
      'ms per 1,000 operations',
    ],
    steps.map(({ customers, operations, bytes, checkMs }) => {
      const predicted =
        empty.bytes + perCustomer * customers + perOperation * (operations - empty.operations);
      return [
        String(customers),
        String(operations),
        (predicted / 1e6).toFixed(1),
        (bytes / 1e6).toFixed(1),
        percent(errorOf(predicted, bytes)),
        checkMs.toFixed(0),
        ((1_000 * checkMs) / operations).toFixed(1),
      ];
    }),
  );
  const [small, large] = counted;
  const checkPredicted = (small.readsOfCheck / small.operations) * large.operations;
  printTable(
    [
      'rows read on D1',
      `at ${small.operations} operations`,
      `predicted at ${large.operations}`,
      'measured',
      'off',
    ],
    [
      [
        'by an operation of a new customer (flat)',
        small.readsOfOperation,
        small.readsOfOperation,
        large.readsOfOperation,
      ],
      ['by the nightly check (as many as there are)', small.readsOfCheck, checkPredicted, large.readsOfCheck],
    ].map(([name, at, predicted, measured]) => [
      String(name),
      Number(at).toFixed(0),
      Number(predicted).toFixed(0),
      Number(measured).toFixed(0),
      percent(errorOf(Number(predicted), Number(measured))),
    ]),
  );
}

function unitsOf(growth: Growth, { bytesPerRow }: Sampled): readonly Unit[] {
  const row = (name: string): number => {
    const bytes = bytesPerRow[name];
    if (bytes === undefined) throw new Error(`no row of ${name} was measured`);
    return bytes;
  };
  const { operationsPerCustomerDay } = growth;
  const daily = (perDay: number, keptDays = Infinity) =>
    ({ each: 'customer-day', perDay, keptDays }) as const;
  const always = (perDay: number, keptDays = Infinity) => ({ each: 'day', perDay, keptDays }) as const;
  const sessionDays = (SESSION_KEPT_MS + REMEMBERED_LIFETIME_MS) / DAY_MS;
  const { signIns, tokensOfASignIn, alertsThatFire, lettersOfAnOperation } = HABITS;
  return [
    { name: 'customers', bytes: growth.bytesPerCustomer, of: { each: 'customer' } },
    { name: 'operations', bytes: growth.bytesPerOperation, of: daily(operationsPerCustomerDay) },
    { name: 'statements', bytes: row('statements'), of: daily(1 / 30.4) },
    { name: 'sessions', bytes: row('sessions'), of: daily(signIns, sessionDays) },
    {
      name: 'refresh tokens',
      bytes: row('refresh_tokens'),
      of: daily(signIns * tokensOfASignIn, sessionDays),
    },
    { name: 'security log', bytes: row('security_events'), of: daily(signIns, SECURITY_LOG_KEPT_DAYS) },
    {
      name: 'letters',
      bytes: row('mail_outbox'),
      of: daily(operationsPerCustomerDay * lettersOfAnOperation + alertsThatFire, MAIL_KEPT_DAYS),
    },
    { name: 'alert log', bytes: row('alert_deliveries'), of: daily(alertsThatFire, ALERT_LOG_KEPT_DAYS) },
    {
      name: 'minutes of prices',
      bytes: row('candles'),
      of: always(SERIES * MINUTES_A_DAY, MINUTE_RETENTION_MS / DAY_MS + 1),
    },
    { name: 'hours and days of prices', bytes: row('candles'), of: always(SERIES * 25.2) },
  ];
}

function printSize(units: readonly Unit[], growth: Growth, { archivedDayBytes }: Sampled): void {
  console.log(
    `Assumed: ${COURSE.customers} customers on ${dateOf(NOW, 0)}, ${COURSE.growthPerYear} times as many a year later, and so on; each makes ${growth.operationsPerCustomerDay.toFixed(4)} operations a day (counted in the seed), signs in ${HABITS.signIns} times, refreshes ${HABITS.tokensOfASignIn} tokens a sign-in, and has ${HABITS.alertsThatFire} alerts that fire.`,
  );
  const days = [0, 365, 730, 1_095];
  printTable(
    ['in the database, MB', 'bytes each', ...days.map((day) => `after ${day / 365} years`)],
    [
      ...units.map((unit) => [
        unit.name,
        unit.bytes.toFixed(0),
        ...days.map((day) => mb(unit.bytes * unitsOn(COURSE, unit, day))),
      ]),
      ['all', '', ...days.map((day) => mb(bytesOn(COURSE, units, day)))],
    ],
  );
  console.log(
    `In the bucket (R2 has no limit of size): ${HABITS.papers} papers of ${mb(HABITS.paperBytes)} MB a customer, if ${HABITS.papers} are handed in; archived minutes of prices ${(archivedDayBytes / 1_000).toFixed(0)} kB a day, ${mb(archivedDayBytes * 365)} MB a year.\n`,
  );
}

function printCron(jobs: readonly Job[]): void {
  const { value, source } = PLATFORM.callsOfAnInvocation;
  const all = jobs.reduce((sum, { calls }) => sum + calls, 0);
  console.log(
    `The minute cron, each job that grows with customers with as much to do as it takes at once (${source}):`,
  );
  printTable(
    ['job', 'at once', 'calls of D1', 'share of an invocation'],
    [
      ...jobs.map(({ name, atOnce, calls }) => [name, String(atOnce), String(calls), percent(calls / value)]),
      ['all of them in one minute', '', String(all), percent(all / value)],
    ],
  );
}

type Met = {
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  readonly amountOn: (day: number) => number;
  readonly source: string;
};

function printLimits(made: Filled, units: readonly Unit[], growth: Growth, jobs: readonly Job[]): void {
  const limits = limitsOf(made, units, growth, jobs)
    .map((met) => Object.assign(met, { day: dayOfLimit(met.amountOn, met.limit) }))
    .toSorted((a, b) => (a.day ?? Infinity) - (b.day ?? Infinity));
  console.log(`The day each limit is met (documentation as of ${LOOKED_UP_ON}):`);
  printTable(
    ['limit', 'at', 'on the first day', 'met on', 'customers then'],
    limits.map(({ what, limit, unit, amountOn, day }, index) => [
      `${index + 1}. ${what}`,
      `${short(limit)} ${unit}`,
      short(amountOn(1)),
      day === null ? 'not in 20 years' : `${dateOf(NOW, day)} (day ${day})`,
      day === null ? '' : short(customersOn(COURSE, day)),
    ]),
  );
  console.log(limits.map(({ source }, index) => `  ${index + 1}. ${source}`).join('\n'));
  const [first] = limits;
  if (first?.day === undefined || first.day === null) return;
  const customers = customersOn(COURSE, first.day);
  const aSecond = customers * growth.operationsPerCustomerDay * HABITS.operationsInTheBusiestSecond;
  console.log(
    `\nOne deployment holds ${short(customers)} customers (${first.what}), ${short(sumUpTo(COURSE, growth.operationsPerCustomerDay, first.day))} operations, ${short(customers * HABITS.socketsAtPeak)} sockets and ${short(aSecond)} operations in the busiest second.\n`,
  );
}

function limitsOf(
  { steps, closes }: Filled,
  units: readonly Unit[],
  growth: Growth,
  jobs: readonly Job[],
): Met[] {
  const [first, , last] = steps;
  const aDay = (day: number) => customersOn(COURSE, day) * growth.operationsPerCustomerDay;
  const aPeakSecond = (day: number) => aDay(day) * HABITS.operationsInTheBusiestSecond;
  const aPeakMinute = (day: number) => aDay(day) * HABITS.operationsInTheBusiestMinute;
  const all = (day: number) => sumUpTo(COURSE, growth.operationsPerCustomerDay, day);
  const checkMsEach = slopeOf(
    { x: first.operations, y: first.checkMs },
    { x: last.operations, y: last.checkMs },
  );
  const job = (name: string) => jobs.find((one) => one.name.startsWith(name))?.atOnce ?? Number.NaN;
  const platform = ({ value, source }: { readonly value: number; readonly source: string }) => ({
    limit: value,
    source,
  });
  return [
    {
      what: 'size of the database',
      unit: 'bytes',
      amountOn: (day) => bytesOn(COURSE, units, day),
      ...platform(PLATFORM.databaseBytes),
    },
    {
      what: 'the nightly check is one batch',
      unit: 'ms',
      amountOn: (day) => checkMsEach * all(day),
      ...platform(PLATFORM.queryMs),
    },
    {
      what: 'statements of operations, in the busiest second (SQL alone, without commits and reads: at the best)',
      unit: 'ms a second',
      amountOn: (day) => aPeakSecond(day) * last.operationMs,
      ...platform(PLATFORM.databaseMsPerSecond),
    },
    {
      what: 'quotes and trades through one object',
      unit: 'a second',
      amountOn: (day) => 2 * aPeakSecond(day),
      ...platform(PLATFORM.objectRequests),
    },
    {
      what: 'sockets of one object',
      unit: 'sockets',
      amountOn: (day) => customersOn(COURSE, day) * HABITS.socketsAtPeak,
      ...platform(PLATFORM.socketsOfAnObject),
    },
    {
      what: 'the close of a day',
      unit: 'ms of processor',
      amountOn: (day) => (aDay(day) * closes.ms) / closes.operations,
      ...platform(PLATFORM.minuteCronCpuMs),
    },
    {
      what: 'submissions forwarded, on the mean minute',
      unit: 'a minute',
      limit: job('submissions'),
      amountOn: (day) => aDay(day) / MINUTES_A_DAY,
      source: 'ours: services/forward-submissions.ts; replies forward three more each',
    },
    {
      what: 'letters, in the busiest minute',
      unit: 'a minute',
      limit: job('letters'),
      amountOn: (day) => aPeakMinute(day) * HABITS.lettersOfAnOperation,
      source: 'ours: services/deliver-mail.ts; replies send five more each',
    },
    {
      what: 'rows swept of one table (tokens), on the mean day',
      unit: 'a day',
      limit: SWEPT_AT_ONCE * SWEEPS_OF_A_RUN * MINUTES_A_DAY,
      amountOn: (day) => customersOn(COURSE, day) * HABITS.signIns * HABITS.tokensOfASignIn,
      source: 'ours: db/sweep.ts',
    },
    {
      what: 'all shards of the ledger in one account of the platform',
      unit: 'bytes',
      amountOn: (day) => bytesOn(COURSE, units, day),
      ...platform(PLATFORM.accountBytes),
    },
  ];
}

const gb = (bytes: number): string => (bytes / 1e9).toFixed(2);
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const short = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2);

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  console.log([line(head), ...rows.map(line)].map((text) => `  ${text.trimEnd()}`).join('\n'));
  console.log('');
}
