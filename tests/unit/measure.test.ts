// What the minute cron reads for the alarms, and what it says where an object does not answer, or never does.

import { afterEach, expect, test, vi } from 'vitest';
import { seriesOf } from '../../worker/contract/metrics.ts';
import { ringing } from '../../worker/domain/alarms.ts';
import type { Minute } from '../../worker/domain/figures.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';
import type { Sample } from '../../durable-objects/metrics-keeper.ts';
import { measure } from '../../worker/services/measure.ts';
import { count, takeCounted } from '../../worker/telemetry/meter.ts';
import { asD1, emptyBooks } from '../support/node-books.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  takeCounted();
});

const at = () => Date.parse('2026-11-24T12:00:00Z');
const hub = {
  snapshot: () =>
    Promise.resolve({
      source: { marketOpen: false },
      prices: [{ metal: 'gold', asOf: '2026-11-20T12:00:00Z' }],
    }),
  alertTicksWaiting: () => Promise.resolve(3),
};
const stub = (object: unknown) => ({ idFromName: () => 'main', get: () => object });
const gone = () => Promise.reject(new Error('gone'));
const envOf = (keeper: unknown) =>
  ({
    METRICS_KEEPER: stub(keeper),
    TRADE_DESK: stub({ waiting: gone }),
    TRADE_DESK_ENABLED: 'true',
    PRICE_RELAY: stub({ sockets: () => Promise.resolve(4) }),
    PRICE_RELAYS: '2',
  }) as never;
const read = (keeper: unknown, db = asD1(emptyBooks())) =>
  measure({ env: envOf(keeper), db, now: at, hub: hub as never });

test('says what it has read and leaves out what it could not; in a closed market no price is old', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const kept: Sample[] = [];
  const keeper = {
    booked: () => Promise.resolve(null),
    minute: (sample: Sample) => (kept.push(sample), Promise.resolve([])),
  };
  expect(await read(keeper)).toEqual([]);
  const [sample] = kept;
  expect(sample?.booked).toEqual({ from: null, to: 0, counts: {} });
  expect(sample?.gauges).toMatchObject({
    'onca_object_silent{object="hub"}': 0,
    'onca_object_silent{object="desk"}': 1,
    'onca_object_silent{object="relays"}': 0,
    'onca_object_silent{object="figures"}': 0,
    'onca_queue_length{queue="price-alerts"}': 3,
    'onca_queue_length{queue="mail"}': 0,
    'onca_waiting{kind="withdrawals"}': 0,
    onca_sockets: 8,
    onca_mail_oldest_seconds: 0,
  });
  expect(Object.keys(sample?.gauges ?? {}).filter((series) => /price_age|trade-desk/u.test(series))).toEqual(
    [],
  );
  expect(said.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { event: 'not-measured', what: 'desk', error: 'Error: gone' },
  ]);
});

test('rings at once where the keeper is silent, and counts no operation that it could not hand over', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const minutes = await read({ booked: gone, minute: gone });
  expect(ringing(minutes, [])).toContainEqual({ kind: 'object-silent', subject: 'figures', figure: 1 });
});

test('waits for a keeper that never answers no longer than for another, and keeps what it could not hand on', async () => {
  for (const method of ['warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  const one = { side: 'buy', metal: 'gold' } as const;
  count('onca_quotes', one);
  let minutes: readonly Minute[] = [];
  const measured = read({ add: never, booked: never, minute: never }).then((said) => (minutes = said));
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  expect(ringing(minutes, [])).toContainEqual({ kind: 'object-silent', subject: 'figures', figure: 1 });
  await measured;
  expect(takeCounted().counts).toEqual({ [seriesOf('onca_quotes', one)]: 1 });
});

test('is nothing where there is no keeper', async () => {
  expect(await measure({ env: {} as never, db: asD1(emptyBooks()), now: at, hub: hub as never })).toEqual([]);
});
