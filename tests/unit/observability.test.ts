// What the log never says, what is counted and how it is written down, and when an alarm begins and ends.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { familyOf, METRICS, type MetricName, readSeries, seriesOf } from '../../worker/contract/metrics.ts';
import { ALARM_KINDS, ALARMS, ringing } from '../../worker/domain/alarms.ts';
import {
  addCounted,
  boundOfShare,
  countedSince,
  type Minute,
  NOTHING_COUNTED,
  stepsOf,
} from '../../worker/domain/figures.ts';
import { OPERATOR_ALERT_KINDS, runbookOf } from '../../worker/domain/operator-alerts.ts';
import { requestClassOf } from '../../worker/domain/request-classes.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';
import { openMetrics } from '../../worker/services/open-metrics.ts';
import { cleaned, currentRequestId, inRequest, logLine } from '../../worker/telemetry/log.ts';
import { count, handOn, observe, takeCounted, writeDataPoints } from '../../worker/telemetry/meter.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['worker', 'durable-objects']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.startsWith('worker/commands/'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

afterEach(() => {
  vi.restoreAllMocks();
  takeCounted();
});

describe('a line of the log', () => {
  /** The arguments of each call, to the bracket that closes it. */
  function callsIn(text: string): string[] {
    return [...text.matchAll(/\blogLine\(/gu)].map(({ index }) => {
      let depth = 0;
      for (let at = index + 'logLine'.length; at < text.length; at += 1) {
        if ('({['.includes(text[at] ?? '')) depth += 1;
        if (')}]'.includes(text[at] ?? '')) depth -= 1;
        if (depth === 0) return text.slice(index, at + 1);
      }
      throw new Error('a call that is not closed');
    });
  }

  /** Of people, of secrets, of somebody's money. `userId`, `account` and ids of rows are marks that only the database resolves. */
  const FORBIDDEN =
    /\b(email|e_mail|mailbox|fullName|firstName|name|phone|cpf|passport|document|birth|address|ip|device|userAgent|place|password|token|ticket|secret|cookie|authorization|pepper|otp|totp|recovery|body|query|\w*[cC]ents\w*|\w*E4|price|amount|balance|paid|taken|payer|payee|detail)\b/u;

  test.each(
    SOURCES.filter(({ text, file }) => text.includes('logLine(') && !file.startsWith('worker/telemetry/')),
  )('of $file names no person, no secret and no amount', ({ text }) => {
    const calls = callsIn(text).map((call) => call.replaceAll(/String\([^)]*\)|'[^']*'/gu, ''));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      // Keys, shorthands, and what a value is read from.
      const words = call.replaceAll(
        /\berror(?:\.\w+)?|(?:gateway|source|line|relay): (?:\w+\.|this\.#)?name/gu,
        '',
      );
      expect(words).not.toMatch(FORBIDDEN);
    }
  });

  test('is written by one function alone', () => {
    const others = SOURCES.filter(
      ({ file, text }) => /\bconsole\./u.test(text) && file !== 'worker/telemetry/log.ts',
    );
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  test('cleans what others say of people, addresses and tokens, and leaves the rest', () => {
    expect(cleaned('550 no mailbox ana.souza+x@mail.example.com here')).toBe('550 no mailbox [email] here');
    expect(cleaned('CPF 529.982.247-25 or 52998224725 refused')).toBe('CPF [cpf] or [cpf] refused');
    expect(cleaned('connect 203.0.113.7:443, 2001:db8:1:2:3:4:5:6')).toBe('connect [address]:443, [address]');
    expect(cleaned('Bearer abc.DEF-123 and eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2ln')).toBe(
      'Bearer [token] and [token]',
    );
    expect(cleaned('GET https://bank.example/pix?hmac=SECRET&ignorar=')).toBe(
      'GET https://bank.example/pix?hmac=[value]&ignorar=',
    );
    const plain =
      'D1_ERROR: UNIQUE constraint failed: operations.account_id at 1793232000000, 18 rows, v4.155.0';
    expect(cleaned(plain)).toBe(plain);
    expect(cleaned(new Error('to ana@example.com'))).toBe('Error: to [email]');
    expect(String(cleaned('x'.repeat(9_000))).length).toBe(4_000);
    expect(cleaned(undefined)).toBeUndefined();
  });

  test('has the id of its request, also of work that goes on, and none of another', async () => {
    const said: Record<string, unknown>[] = [];
    vi.spyOn(console, 'warn').mockImplementation(
      (line: unknown) => void said.push(JSON.parse(String(line)) as never),
    );
    await Promise.all(
      ['a', 'b'].map((id) =>
        inRequest(id, async () => {
          await Promise.resolve();
          logLine('warn', 'one', { of: id, error: 'to ana@example.com' });
        }),
      ),
    );
    logLine('warn', 'none');
    expect(said).toEqual([
      { event: 'one', level: 'warn', requestId: 'a', of: 'a', error: 'to [email]' },
      { event: 'one', level: 'warn', requestId: 'b', of: 'b', error: 'to [email]' },
      { event: 'none', level: 'warn' },
    ]);
    expect(inRequest(null, currentRequestId)).toBeNull();
  });

  test('of an operation is written by whatever runs its batch', () => {
    const past = SOURCES.filter(
      ({ file, text }) =>
        file.startsWith('worker/services/') &&
        /import \{[^}]*Statements?\b[^}]*\} from '(?:\.\.\/)+ledger\//u.test(text) &&
        /[^.\w]commit\(|bookedBatch|commitAudited/u.test(text) === false &&
        text.includes('.batch('),
    );
    expect(past.map(({ file }) => file)).toEqual([]);
  });
});

describe('what is counted', () => {
  test('has a name and labels that the contract knows, and nothing else is a series', () => {
    expect(seriesOf('onca_quotes', { side: 'buy', metal: 'gold' })).toBe(
      'onca_quotes{side="buy",metal="gold"}',
    );
    for (const name of Object.keys(METRICS) as MetricName[]) {
      const { labels, unit, type } = familyOf(name);
      expect(name.endsWith('_seconds')).toBe(unit === 'seconds');
      expect(name).not.toMatch(/_total$/u);
      expect(type === 'histogram').toBe(familyOf(name).bounds !== undefined);
      const first = Object.fromEntries(Object.entries(labels).map(([label, [value]]) => [label, value]));
      expect(readSeries(seriesOf(name, first as never))).toEqual({ name, labels: first });
    }
    for (const unknown of [
      'onca_nothing',
      'onca_quotes',
      'onca_quotes{side="buy",metal="tin"}',
      'onca_quotes{metal="gold",side="buy"}',
      'onca_sockets{a="b"}',
      'onca_refusals{code="ana@example.com"}',
      'toString',
    ])
      expect(readSeries(unknown)).toBeNull();
  });

  test('is bounded: all series there can be are fewer than a thousand', () => {
    const series = (Object.keys(METRICS) as MetricName[]).map((name) =>
      Object.values(familyOf(name).labels).reduce((all, values) => all * values.length, 1),
    );
    expect(series.reduce((all, one) => all + one)).toBeLessThan(1_000);
  });

  test.each([
    ['/api/trades', 'trade'],
    ['/api/quotes', 'quote'],
    ['/api/prices/:metal/history', 'prices'],
    ['/api/withdrawals/:id/cancel', 'money'],
    ['/api/payments/:gateway/pix', 'callback'],
    ['/api/admin/users/:id', 'operators'],
    ['/api/deposits', 'money'],
    ['/api/payout-accounts', 'money'],
    ['/api/bonus', 'money'],
    ['/api/portfolio', 'books'],
    ['/api/transactions', 'books'],
    ['/api/statements', 'books'],
    ['/api/storage', 'books'],
    ['/api/tax', 'books'],
    ['/api/auth/session', 'account'],
    ['/api/profile', 'account'],
    ['/api/identity', 'account'],
    ['/api/settings', 'account'],
    ['/api/alerts', 'account'],
    ['/api', 'other'],
    ['', 'page'],
    ['/api/health/deep', 'other'],
    ['/api/*', 'other'],
    ['/assets/*', 'file'],
    ['/*', 'page'],
    ['/', 'page'],
    ['*', 'page'],
  ] as const)('%s is of the class %s', (pattern, kind) => {
    expect(requestClassOf(pattern)).toBe(kind);
  });

  test('adds up, and what moved since is the difference', () => {
    const before = { counts: { a: 1, b: 2 }, timings: { t: [1, 0, 0.5] } };
    const after = addCounted(before, { counts: { b: 3, c: 4 }, timings: { t: [0, 2, 1], u: [1] } });
    expect(after).toEqual({ counts: { a: 1, b: 5, c: 4 }, timings: { t: [1, 2, 1.5], u: [1] } });
    expect(countedSince(before, after)).toEqual({
      counts: { b: 3, c: 4 },
      timings: { t: [0, 2, 1], u: [1] },
    });
    expect(countedSince(after, after)).toEqual(NOTHING_COUNTED);
  });

  test('is handed on at most once in ten seconds, in what outlives the reply, and comes back where nobody takes it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const taken: unknown[] = [];
    let answers = true;
    const add = (counted: unknown) =>
      answers ? (taken.push(counted), Promise.resolve()) : Promise.reject(new Error('no'));
    const env = { METRICS_KEEPER: { idFromName: () => 'main', get: () => ({ add }) } } as never;
    const works: Promise<unknown>[] = [];
    const context = () => ({ waitUntil: (work: Promise<unknown>) => void works.push(work) });
    const at = Date.now() + 3_600_000;
    const one = { side: 'sell', metal: 'silver' } as const;
    count('onca_quotes', one);
    handOn(env, context, at);
    count('onca_quotes', one);
    handOn(env, context, at + 9_999);
    expect(works).toHaveLength(1);
    answers = false;
    handOn(env, context, at + 10_000);
    await Promise.all(works);
    answers = true;
    observe('onca_trade_set_size', {}, 3);
    handOn(env, context, at + 20_000);
    await Promise.all(works);
    const series = seriesOf('onca_quotes', one);
    expect(taken).toEqual([
      { counts: { [series]: 1 }, timings: {} },
      { counts: { [series]: 1 }, timings: { onca_trade_set_size: [0, 0, 1, 0, 0, 0, 0, 3] } },
    ]);
    // Without the binding nothing is asked for.
    count('onca_quotes', one);
    handOn({}, () => expect.unreachable(), at + 40_000);
  });

  test('goes to Workers Analytics Engine where it is bound: name, labels, numbers', () => {
    const points: unknown[] = [];
    const dataset = { writeDataPoint: (point: unknown) => void points.push(point) } as never;
    writeDataPoints(dataset, {
      counts: { 'onca_quotes{side="buy",metal="gold"}': 2, 'onca_unknown{a="b"}': 1 },
      timings: { onca_trade_set_size: [1, 0, 0, 0, 0, 0, 0, 1] },
    });
    expect(points).toEqual([
      { indexes: ['onca_quotes'], blobs: ['buy', 'gold'], doubles: [2] },
      { indexes: ['onca_trade_set_size'], blobs: [], doubles: [1, 0, 0, 0, 0, 0, 0, 1] },
    ]);
    const many = Object.fromEntries(
      Array.from({ length: 400 }, () => 0).map((_, index) => [`onca_refusals{code="${index}"}`, 1]),
    );
    writeDataPoints(dataset, { counts: many, timings: {} });
    expect(points.length).toBe(2);
    writeDataPoints(undefined, { counts: { onca_sockets: 1 }, timings: {} });
  });

  test('as a share of a timing: the bound below which it lies', () => {
    const bounds = [1, 2, 5];
    expect(boundOfShare([95, 5, 0, 0, 1], bounds, 0.95)).toBe(1);
    expect(boundOfShare([94, 6, 0, 0, 1], bounds, 0.95)).toBe(2);
    expect(boundOfShare([0, 0, 0, 1, 9], bounds, 0.95)).toBe(Infinity);
    expect(boundOfShare([0, 0, 0, 0, 0], bounds, 0.95)).toBeNull();
  });
});

/** A reader of OpenMetrics 1.0 text, of what the specification asks of every line and family. Throws where a text breaks it. */
function readOpenMetrics(text: string): Map<string, { type: string; samples: Map<string, number> }> {
  const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
  const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
  const SAMPLE = new RegExp(
    `^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)?\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|[+-]Inf|NaN)$`,
    'u',
  );
  const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
    counter: ['_total'],
    gauge: [''],
    histogram: ['_bucket', '_count', '_sum'],
  };
  if (!text.endsWith('\n# EOF\n')) throw new Error('no end');
  const families = new Map<string, { type: string; samples: Map<string, number> }>();
  let now: { name: string; type: string } | null = null;
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const meta = /^# (TYPE|UNIT|HELP) (\S+) (.+)$/u.exec(line);
    if (meta !== null) {
      const [, what, name = '', rest = ''] = meta;
      if (what === 'TYPE') {
        if (families.has(name)) throw new Error(`${name} twice`);
        if (!Object.hasOwn(SUFFIXES, rest)) throw new Error(`no type: ${line}`);
        now = { name, type: rest };
        families.set(name, { type: rest, samples: new Map() });
      }
      if (now?.name !== name) throw new Error(`out of place: ${line}`);
      if (what === 'UNIT' && !name.endsWith(`_${rest}`)) throw new Error(`another unit: ${line}`);
      continue;
    }
    const sample = SAMPLE.exec(line);
    if (sample === null || now === null) throw new Error(`no sample: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    const { type, name: family } = now;
    if (!SUFFIXES[type]?.some((suffix) => name === family + suffix))
      throw new Error(`not of ${family}: ${line}`);
    const { samples } = families.get(family) ?? { samples: new Map<string, number>() };
    const key = `${name}{${labels}}`;
    if (samples.has(key)) throw new Error(`twice: ${line}`);
    samples.set(key, Number(value));
  }
  for (const [name, { type, samples }] of families) {
    for (const [key, value] of samples) {
      if (type === 'counter' && !(value >= 0)) throw new Error(`${key} counts down`);
      if (!key.includes('_bucket{') || !key.includes('le="+Inf"')) continue;
      const others = key.slice(key.indexOf('{') + 1, -1).replace(/,?le="\+Inf"$/u, '');
      if (samples.get(`${name}_count{${others}}`) !== value) throw new Error(`${name} counts otherwise`);
      const buckets = [...samples].filter(([bucket]) =>
        bucket.startsWith(`${name}_bucket{${others === '' ? 'le=' : `${others},le=`}`),
      );
      if (buckets.some(([, below], index) => below < (buckets[index - 1]?.[1] ?? 0)))
        throw new Error(`${name} falls`);
    }
  }
  return families;
}

describe('the text for scrapers', () => {
  test('holds to the grammar of OpenMetrics, with every family, and adds buckets up', () => {
    count('onca_refusals', { code: 'InvalidAmount' });
    count('onca_requests', { class: 'trade', status: '2xx' }, 3);
    for (const seconds of [0.004, 0.3, 99]) observe('onca_request_seconds', { class: 'trade' }, seconds);
    observe('onca_trade_set_size', {}, 2);
    const families = readOpenMetrics(
      openMetrics(takeCounted(), { onca_sockets: 7, 'onca_price_age_seconds{metal="gold"}': 1.5 }),
    );
    expect([...families.keys()]).toEqual(Object.keys(METRICS));
    expect(families.get('onca_refusals')?.samples).toEqual(
      new Map([['onca_refusals_total{code="InvalidAmount"}', 1]]),
    );
    expect(families.get('onca_price_age_seconds')?.samples.get('onca_price_age_seconds{metal="gold"}')).toBe(
      1.5,
    );
    const timed = families.get('onca_request_seconds')?.samples;
    const of = (bound: string) => timed?.get(`onca_request_seconds_bucket{class="trade",le="${bound}"}`);
    expect([of('0.005'), of('0.25'), of('0.5'), of('10.0'), of('+Inf')]).toEqual([1, 1, 2, 2, 3]);
    expect(timed?.get('onca_request_seconds_sum{class="trade"}')).toBeCloseTo(99.304);
    expect(families.get('onca_trade_set_size')?.samples.get('onca_trade_set_size_bucket{le="2.0"}')).toBe(1);
  });

  test('is whole without a figure', () => {
    const families = readOpenMetrics(openMetrics(NOTHING_COUNTED, {}));
    expect([...families.values()].every(({ samples }) => samples.size === 0)).toBe(true);
  });

  test.each([
    ['without its end', 'a_total 1\n', 'no end'],
    ['with a sample of another family', '# TYPE a counter\nb_total 1\n# EOF\n', 'not of a'],
    ['with a counter that has no suffix', '# TYPE a counter\na 1\n# EOF\n', 'not of a'],
    ['with the same sample twice', '# TYPE a gauge\na 1\na 2\n# EOF\n', 'twice'],
    ['with a unit that the name lacks', '# TYPE a gauge\n# UNIT a seconds\n# EOF\n', 'another unit'],
    [
      'with buckets that fall',
      '# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_count 1\na_sum 1\n# EOF\n',
      'a falls',
    ],
  ])('would not be read %s', (_, text, why) => {
    expect(() => readOpenMetrics(text)).toThrow(why);
  });
});

const NOW = Date.parse('2026-11-24T12:00:00Z');
const minute = (ago: number, gauges: Minute['gauges'] = {}, counts: Minute['counts'] = {}): Minute => ({
  at: NOW - ago * MINUTE_MS,
  gauges,
  counts,
  timings: {},
});

test('charts have a point for each step with a minute, at its end, and none of the future', () => {
  const minutes = [70, 59, 44, 43, 1, 0].map((ago) => minute(ago));
  expect(
    stepsOf(minutes, '1h', NOW).map(({ at, minutes: of }) => [(NOW - at) / MINUTE_MS, of.length]),
  ).toEqual([
    [59, 1],
    [44, 1],
    [43, 1],
    [1, 1],
    [0, 1],
  ]);
  expect(
    stepsOf(minutes, '24h', NOW).map(({ at, minutes: of }) => [(NOW - at) / MINUTE_MS, of.length]),
  ).toEqual([
    [60, 1],
    [45, 1],
    [30, 2],
    [0, 2],
  ]);
});

describe('an alarm', () => {
  /** A minute in which the measure of the kind has this value; null: it was not read. */
  const MINUTES: Readonly<
    Record<(typeof ALARM_KINDS)[number], (value: number | null, ago: number) => Minute>
  > = {
    'price-old': (value, ago) =>
      minute(ago, value === null ? {} : { 'onca_price_age_seconds{metal="gold"}': value + 0.9 }),
    'object-silent': (value, ago) =>
      minute(ago, value === null ? {} : { 'onca_object_silent{object="desk"}': value }),
    // Nothing counted is a reading.
    'server-errors': (value, ago) =>
      minute(
        ago,
        {},
        { 'onca_refusals{code="Internal"}': value ?? 0, 'onca_refusals{code="InvalidAmount"}': 500 },
      ),
    'mail-late': (value, ago) => minute(ago, value === null ? {} : { onca_mail_oldest_seconds: value }),
    'trade-desk-full': (value, ago) =>
      minute(ago, value === null ? {} : { 'onca_queue_length{queue="trade-desk"}': value }),
    'price-alerts-behind': (value, ago) =>
      minute(ago, value === null ? {} : { 'onca_queue_length{queue="price-alerts"}': value }),
  };
  const SUBJECT: Readonly<Record<(typeof ALARM_KINDS)[number], string>> = {
    'price-old': 'gold',
    'object-silent': 'desk',
    'server-errors': 'requests',
    'mail-late': 'mail',
    'trade-desk-full': 'desk',
    'price-alerts-behind': 'hub',
  };

  test.each(ALARM_KINDS)(
    '%s begins after its minutes on end at its bound, and ends after as many below the lower one',
    (kind) => {
      const { begins, ends, minutes: needed } = ALARMS[kind];
      const subject = SUBJECT[kind];
      const past = (...values: (number | null)[]) =>
        values.map((value, index) => MINUTES[kind](value, values.length - 1 - index));
      const times = <T>(value: T, n: number): T[] => Array.from({ length: n }, () => value);
      const isOn = (values: (number | null)[], open = false) =>
        ringing(past(...values), open ? [{ kind, subject }] : []).some((alarm) => alarm.kind === kind);

      expect(ends).toBeLessThanOrEqual(begins);
      expect(isOn(times(begins, needed))).toBe(true);
      expect(ringing(past(...times(begins, needed)), [])).toEqual([{ kind, subject, figure: begins }]);
      expect(isOn(times(begins, needed - 1))).toBe(false);
      expect(isOn([begins, begins - 1, ...times(begins, needed - 1)])).toBe(false);
      expect(isOn([...times(begins, needed - 1), begins - 1])).toBe(false);
      expect(isOn([...times(begins, needed - 1), null])).toBe(false);
      // Once it is open, between the two bounds it lasts; below the lower one it ends, after as many minutes.
      expect(isOn(times(ends, needed), true)).toBe(true);
      expect(isOn([...times(ends, 1), ...times(ends - 1, needed - 1)], true)).toBe(true);
      expect(isOn(times(ends - 1, needed), true)).toBe(false);
      expect(isOn(times(null, needed), true)).toBe(false);
      // Without minutes nothing is known: it neither begins nor ends, and keeps its figure.
      expect(isOn([])).toBe(false);
      expect(ringing([], [{ kind, subject }])).toEqual([{ kind, subject, figure: null }]);
    },
  );

  test('is of minutes on end: one that is missing is none, and a cron that stood still proves nothing', () => {
    const old = (ago: number) => MINUTES['price-old'](500, ago);
    expect(ringing([old(3), old(2), old(0)], [])).toHaveLength(1);
    expect(ringing([old(30), old(1), old(0)], [])).toHaveLength(0);
    expect(ringing([old(3.5), old(1), old(0)], [])).toHaveLength(1);
    expect(ringing([old(3.6), old(1), old(0)], [])).toHaveLength(0);
  });

  test('goes on at its lower bound, where it would not begin', () => {
    const trembling = [2, 1, 0].map((ago) => MINUTES['price-old'](ALARMS['price-old'].ends, ago));
    const gold = { kind: 'price-old', subject: 'gold' } as const;
    expect(ringing(trembling, [])).toEqual([]);
    expect(ringing(trembling, [{ ...gold, subject: 'silver' }])).toEqual([]);
    expect(ringing(trembling, [{ kind: 'mail-late', subject: 'gold' }])).toEqual([]);
    expect(ringing(trembling, [gold])).toEqual([{ ...gold, figure: 120 }]);
  });

  test('is of errors of ours and of a database that does not answer, together', () => {
    const counts = { 'onca_refusals{code="Internal"}': 3, 'onca_refusals{code="Unavailable"}': 2 };
    expect(
      ringing(
        [2, 1, 0].map((ago) => minute(ago, {}, counts)),
        [],
      ),
    ).toEqual([{ kind: 'server-errors', subject: 'requests', figure: 5 }]);
  });

  test('has no figure where the last minute says nothing of it', () => {
    const gold = { kind: 'price-old', subject: 'gold' } as const;
    const minutes = [500, 500, null].map((value, index) => MINUTES['price-old'](value, 2 - index));
    expect(ringing(minutes, [gold])).toEqual([{ ...gold, figure: null }]);
    expect(ringing(minutes, [])).toEqual([]);
  });

  test('stays as it is without enough minutes, and no other is said to', () => {
    const open = [
      { kind: 'price-old', subject: 'gold' },
      { kind: 'mail-late', subject: 'mail' },
    ] as const;
    expect(ringing([], open)).toEqual([
      { kind: 'price-old', subject: 'gold', figure: null },
      { kind: 'mail-late', subject: 'mail', figure: null },
    ]);
    expect(ringing([], [])).toEqual([]);
  });

  test('is one for each subject', () => {
    const both = [2, 1, 0].map((ago) =>
      minute(ago, {
        'onca_price_age_seconds{metal="gold"}': 400,
        'onca_price_age_seconds{metal="silver"}': 9,
      }),
    );
    expect(ringing(both, [{ kind: 'price-old', subject: 'silver' }])).toEqual([
      { kind: 'price-old', subject: 'gold', figure: 400 },
    ]);
  });
});

test('each kind of alert has its runbook, each runbook its alert, and none leaves out what a reader needs at night', () => {
  const folder = join(ROOT, '.github/runbooks');
  const files = readdirSync(folder).filter((file) => file !== 'README.md');
  expect(files.toSorted()).toEqual(OPERATOR_ALERT_KINDS.map((kind) => `${kind}.md`).toSorted());
  for (const kind of OPERATOR_ALERT_KINDS) {
    const text = readFileSync(join(ROOT, runbookOf(kind)), 'utf8');
    expect(text).toMatch(new RegExp(`^# ${kind}\\n`, 'u'));
    for (const part of ['What it means', 'How to see it', 'What to do', 'Whom to wake', 'When it is over'])
      expect(text, `${kind}: ${part}`).toContain(`\n## ${part}\n`);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`(${kind}.md)`);
  }
});
