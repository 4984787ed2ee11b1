// For the minute cron: what the objects and the database say now, handed to the keeper of figures, which returns the last minutes for
// the alarms. What cannot be read is left out, and nothing here throws: whoever watches does so without it.

import type { Sample } from '../../durable-objects/metrics-keeper.ts';
import { type GaugeName, type Labels, MEASURED_OBJECTS, seriesOf } from '../contract/metrics.ts';
import type { PriceSnapshot } from '../contract/prices.ts';
import { readBookedSince } from '../db/measures.ts';
import { readWaiting } from '../db/operators/today.ts';
import { readOutboxLine } from '../db/outbox-queue.ts';
import { ALARM_WINDOW_MS, ALARMS } from '../domain/alarms.ts';
import type { Minute } from '../domain/figures.ts';
import { TODAY_KINDS } from '../domain/today.ts';
import { logLine } from '../telemetry/log.ts';
import { handOnNow, type MeterEnv, metricsKeeper, writeDataPoints } from '../telemetry/meter.ts';
import type { AlertBacklog } from './alert-backlog.ts';
import { answerWithin } from './answer-within.ts';
import { type Deps, tradeDesk } from './deps.ts';
import type { PriceSource } from './price-source.ts';
import { relayAt, relayCount } from './price-relays.ts';

const ANSWER_WITHIN_MS = 5_000;

type MeasureDeps = Pick<Deps, 'db' | 'now'> & {
  readonly env: Env & MeterEnv;
  readonly hub: AlertBacklog & Pick<PriceSource, 'snapshot'>;
};

/** The last minutes, this one included. Where the keeper is silent, this one as often as makes its silence known; none without a keeper. */
export async function measure(deps: MeasureDeps): Promise<readonly Minute[]> {
  const { env } = deps;
  const keeper = metricsKeeper(env);
  if (keeper === null) return [];
  await handOnNow(env, (answer) => answerWithin(ANSWER_WITHIN_MS, answer));
  const booked = await tried('figures', async () => ({ last: await keeper.booked() }));
  const sample = await readSample(deps, booked);
  writeDataPoints(env.ANALYTICS, { counts: sample.gauges, timings: {} });
  const minutes = await tried('figures', () => keeper.minute(sample, ALARM_WINDOW_MS));
  if (minutes !== null) return minutes;
  const silent = seriesOf('onca_object_silent', { object: 'figures' });
  const alone = { at: sample.at, gauges: { ...sample.gauges, [silent]: 1 }, counts: {}, timings: {} };
  return Array.from({ length: ALARMS['object-silent'].minutes }, () => alone);
}

/** `booked`: the last operation that was counted; null: that is not known. */
async function readSample(
  deps: MeasureDeps,
  booked: { readonly last: number | null } | null,
): Promise<Sample> {
  const at = deps.now();
  const gauges: Record<string, number> = {};
  const set = <N extends GaugeName>(name: N, labels: Labels<N>, value: number): void => {
    gauges[seriesOf(name, labels)] = value;
  };
  const answers = {
    hub: tried('hub', () => Promise.all([deps.hub.snapshot(), deps.hub.alertTicksWaiting()])),
    desk: tried('desk', async () => tradeDesk(deps.env)?.waiting() ?? 0),
    relays: tried('relays', () => socketsOf(deps.env)),
    figures: booked,
  };
  const [hub, desk, sockets, mail, waiting, operations] = await Promise.all([
    answers.hub,
    answers.desk,
    answers.relays,
    tried('mail', () => readOutboxLine(deps.db, at)),
    tried('waiting', () => readWaiting(deps.db, TODAY_KINDS, at)),
    booked === null ? null : tried('operations', () => readBookedSince(deps.db, booked.last)),
  ]);
  for (const object of MEASURED_OBJECTS)
    set('onca_object_silent', { object }, (await answers[object]) === null ? 1 : 0);
  if (hub !== null) {
    const [snapshot, ticks] = hub;
    for (const { metal, asOf } of agedPrices(snapshot))
      set('onca_price_age_seconds', { metal }, secondsSince(Date.parse(asOf), at));
    set('onca_queue_length', { queue: 'price-alerts' }, ticks);
  }
  if (desk !== null) set('onca_queue_length', { queue: 'trade-desk' }, desk);
  if (sockets !== null) set('onca_sockets', {}, sockets);
  if (mail !== null) {
    set('onca_queue_length', { queue: 'mail' }, mail.waiting);
    set('onca_mail_oldest_seconds', {}, mail.oldestAt === null ? 0 : secondsSince(mail.oldestAt, at));
  }
  for (const [index, kind] of TODAY_KINDS.entries()) {
    const count = waiting?.[index]?.count;
    if (count !== undefined) set('onca_waiting', { kind }, count);
  }
  set('onca_measured_timestamp_seconds', {}, at / 1000);
  const counts =
    operations === null
      ? null
      : Object.fromEntries(
          operations.kinds.map(({ kind, count }) => [seriesOf('onca_operations', { kind }), count]),
        );
  return {
    at,
    gauges,
    booked:
      booked === null || operations === null || counts === null
        ? null
        : { from: booked.last, to: operations.to, counts },
  };
}

/** In a closed market prices are old, and nothing is wrong. */
const agedPrices = ({ source, prices }: PriceSnapshot): PriceSnapshot['prices'] =>
  source.marketOpen ? prices : [];

const secondsSince = (then: number, now: number): number => Math.max(0, (now - then) / 1000);

async function socketsOf(env: Env): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: relayCount(env) }, (_, index) => relayAt(env, index).sockets()),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

async function tried<T>(what: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await answerWithin(ANSWER_WITHIN_MS, read());
  } catch (error) {
    logLine('error', 'not-measured', { what, error: String(error) });
    return null;
  }
}
