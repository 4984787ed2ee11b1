// One table of limits, .github/limits.md, and the constants it is about: neither may have a line the other lacks, and both
// say the same figure.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import * as alarms from '../../worker/domain/alarms.ts';
import * as alerts from '../../worker/domain/alerts.ts';
import * as closing from '../../worker/domain/closing.ts';
import * as complaints from '../../worker/domain/complaints.ts';
import * as contactRules from '../../worker/domain/contact-rules.ts';
import * as customers from '../../worker/domain/customers.ts';
import * as deposits from '../../worker/domain/deposits.ts';
import * as factors from '../../worker/domain/factors.ts';
import * as forwarding from '../../worker/domain/forwarding.ts';
import * as freeze from '../../worker/domain/freeze.ts';
import * as identity from '../../worker/domain/identity.ts';
import * as incident from '../../worker/domain/incident.ts';
import * as levelLimits from '../../worker/domain/level-limits.ts';
import * as limits from '../../worker/domain/limits.ts';
import * as mailDelivery from '../../worker/domain/mail-delivery.ts';
import * as mailMessages from '../../worker/domain/mail-messages.ts';
import * as operatorAlerts from '../../worker/domain/operator-alerts.ts';
import * as operatorProposals from '../../worker/domain/operator-proposals.ts';
import * as payoutAccounts from '../../worker/domain/payout-accounts.ts';
import * as personalData from '../../worker/domain/personal-data-rules.ts';
import * as pix from '../../worker/domain/pix.ts';
import * as securityEvents from '../../worker/domain/security-events.ts';
import * as sessionRules from '../../worker/domain/session-rules.ts';
import * as signUpRules from '../../worker/domain/sign-up-rules.ts';
import * as statements from '../../worker/domain/statements.ts';
import * as timeline from '../../worker/domain/timeline.ts';
import * as transactions from '../../worker/domain/transactions.ts';
import * as withdrawals from '../../worker/domain/withdrawals.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What the name of a limit looks like. Ages of caches and sizes of internal steps limit nobody. */
const LIMIT =
  /(_LIMIT|_M(AX|IN)|_M(AX|IN)_[A-Z0-9]+|_MAX_OF_[A-Z]+|^MAX_[A-Z]+|_PER_(CUSTOMER|ADDRESS|SESSION|RECIPIENT|MINUTE|HOUR|WINDOW)|_ABOVE_CENTS)(_E4)?$/u;
const NO_LIMIT = /_AGE_MS$|_DEFAULT_|^CONVERSION_/u;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? =\s*([^;]+);/gmu;

type Source = { readonly name: string; readonly file: string; readonly expression: string };

const sources: Source[] = ['worker', 'durable-objects']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.startsWith('worker/commands/'))
  .flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CONSTANT)].map(([, name = '', expression = '']) => ({
      name,
      file,
      expression: expression.replaceAll(/\s+as const$/gu, ''),
    })),
  );

/** The value of a constant: figures, and sums of other constants. */
function valueOf(expression: string, depth = 0): unknown {
  const names = [...expression.matchAll(/\b[A-Z][A-Z0-9_]+\b/gu)].map(([name]) => name);
  const scope = Object.fromEntries(
    names.map((name) => {
      const source = sources.find((other) => other.name === name);
      if (source === undefined || depth > 5) throw new Error(`${name} is not a constant of the code`);
      return [name, valueOf(source.expression, depth + 1)];
    }),
  );
  return runInNewContext(`(${expression})`, scope);
}

const grouped = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function duration(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
    ['millisecond', 1],
  ] as const;
  const [unit, length] = units.find(([, size]) => ms % size === 0 && ms >= size) ?? units[4];
  const count = ms / length;
  return `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** A limit in words, by the unit in its name. */
function words(name: string, value: unknown): string {
  if (typeof value === 'object' && value !== null && 'max' in value && 'windowMs' in value) {
    return `${grouped(Number(value.max))} in ${duration(Number(value.windowMs))}`;
  }
  const figure = Number(value);
  if (name.endsWith('_MS')) return duration(figure);
  if (name.endsWith('_CENTS')) return `${grouped(figure / 100, 2)} USD`;
  if (name.endsWith('_OUNCES_E4')) return `${grouped(figure / 10_000)} oz`;
  if (name.endsWith('_BYTES')) {
    return figure >= 1024 * 1024 ? `${grouped(figure / 1024 / 1024)} MiB` : `${grouped(figure / 1024)} KiB`;
  }
  return grouped(figure);
}

const table = readFileSync(join(ROOT, '.github/limits.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const row = /^\| `([A-Z][A-Z0-9_]*)` +\| ([^|]+?) +\| .*\S.* \| `([^`]+)` +\|$/u.exec(line);
    return row === null ? [] : [`${row[1]} = ${row[2]} (${row[3]})`];
  });

const inCode = sources
  .filter(({ name }) => LIMIT.test(name) && !NO_LIMIT.test(name))
  .map(({ name, file, expression }) => `${name} = ${words(name, valueOf(expression))} (${file})`);

const ofThePlatform = [
  ...readFileSync(join(ROOT, 'wrangler.toml'), 'utf8').matchAll(
    /name = "(RATE_LIMIT_[A-Z]+)"[^[]*limit = (\d+), period = (\d+)/gu,
  ),
].map(
  ([, name, most, seconds]) => `${name} = ${most} in ${duration(Number(seconds) * 1000)} (wrangler.toml)`,
);

test('every limit of the code is in the table with its figure, and the table has no other', () => {
  expect(inCode.length).toBeGreaterThan(50);
  expect(ofThePlatform.length).toBe(2);
  expect(table.toSorted()).toEqual([...inCode, ...ofThePlatform].toSorted());
});

test('a limit in the running code is the one of the text', () => {
  const running: Readonly<Record<string, unknown>> = {
    ...alarms,
    ...alerts,
    ...closing,
    ...complaints,
    ...contactRules,
    ...customers,
    ...deposits,
    ...factors,
    ...forwarding,
    ...freeze,
    ...identity,
    ...incident,
    ...levelLimits,
    ...limits,
    ...mailDelivery,
    ...mailMessages,
    ...operatorAlerts,
    ...operatorProposals,
    ...payoutAccounts,
    ...personalData,
    ...pix,
    ...securityEvents,
    ...sessionRules,
    ...signUpRules,
    ...statements,
    ...timeline,
    ...transactions,
    ...withdrawals,
  };
  const figures = sources.filter(
    ({ name, file, expression }) =>
      name in running &&
      sources.filter((other) => other.name === name).length === 1 &&
      file.startsWith('worker/domain/') &&
      /^[\w\s*+\-/(){}:,.]+$/u.test(expression),
  );
  expect(figures.length).toBeGreaterThan(80);
  const wrong = figures.filter(
    ({ name, expression }) => JSON.stringify(running[name]) !== JSON.stringify(valueOf(expression)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
