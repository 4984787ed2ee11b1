// What is measured: every family with its type, its words and the values that each label may have. A name or a value that is not here
// is not counted, so there are never more series than this file allows (D98).

import { METALS, TRADED_METALS } from '../domain/metals.ts';
import { OPERATION_KINDS } from '../domain/operations.ts';
import { REQUEST_CLASSES } from '../domain/request-classes.ts';
import { TODAY_KINDS } from '../domain/today.ts';
import { SIDES } from '../domain/trades.ts';
import { PROBLEMS } from './problems.ts';

export const MEASURED_OBJECTS = ['hub', 'desk', 'relays', 'figures'] as const;
export const MEASURED_QUEUES = ['trade-desk', 'price-alerts', 'mail'] as const;
const STATUSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Upper bounds; the last bucket has none. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Family = {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly unit?: 'seconds';
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly bounds?: readonly number[];
};

export const METRICS = {
  onca_requests: {
    type: 'counter',
    help: 'Requests answered, by class of route and status.',
    labels: { class: REQUEST_CLASSES, status: STATUSES },
  },
  onca_request_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'From the arrival of a request to its answer. The clock of a Worker stands still while it computes: this is waiting.',
    labels: { class: REQUEST_CLASSES },
    bounds: SECONDS,
  },
  onca_refusals: {
    type: 'counter',
    help: 'Requests refused, by problem code.',
    labels: { code: Object.keys(PROBLEMS) },
  },
  onca_quotes: {
    type: 'counter',
    help: 'Quotes made.',
    labels: { side: SIDES, metal: TRADED_METALS },
  },
  onca_operations: {
    type: 'counter',
    help: 'Operations in the ledger since measuring began, counted there: exact, up to the last minute.',
    labels: { kind: OPERATION_KINDS },
  },
  onca_trade_set_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'What the database took for a set of trades of the desk.',
    labels: {},
    bounds: SECONDS,
  },
  onca_trade_set_size: {
    type: 'histogram',
    help: 'Trades in a set of the desk.',
    labels: {},
    bounds: [1, 2, 4, 8, 16, 32],
  },
  onca_tick_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'From a change of the price book to the last relay that has it.',
    labels: {},
    bounds: SECONDS,
  },
  onca_price_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'Age of the last accepted price; absent while the market is closed.',
    labels: { metal: METALS },
  },
  onca_sockets: { type: 'gauge', help: 'Open WebSockets of all relays.', labels: {} },
  onca_queue_length: {
    type: 'gauge',
    help: 'What waits in a queue of the machine.',
    labels: { queue: MEASURED_QUEUES },
  },
  onca_mail_oldest_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'Age of the oldest message that is due and unsent.',
    labels: {},
  },
  onca_waiting: {
    type: 'gauge',
    help: 'What waits for operators, as on the page /admin/today.',
    labels: { kind: TODAY_KINDS },
  },
  onca_object_silent: {
    type: 'gauge',
    help: '1 where an object did not answer.',
    labels: { object: MEASURED_OBJECTS },
  },
  onca_measured_timestamp_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'When the gauges and the operations were read.',
    labels: {},
  },
} as const satisfies Readonly<Record<string, Family>>;

type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;
type OfType<T extends Family['type']> = {
  [N in MetricName]: Metrics[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = OfType<'counter'>;
export type HistogramName = OfType<'histogram'>;
export type GaugeName = OfType<'gauge'>;
export type Labels<N extends MetricName> = {
  readonly [L in keyof Metrics[N]['labels']]: Metrics[N]['labels'][L] extends readonly (infer V)[]
    ? V
    : never;
};

export const familyOf = (name: MetricName): Family => METRICS[name];

/** `onca_quotes{side="buy",metal="gold"}`: the name of one series, as the text of OpenMetrics has it but for its suffix. */
export function seriesOf<N extends MetricName>(name: N, labels: Labels<N>): string {
  const values = labels as Readonly<Record<string, string>>;
  const pairs = Object.keys(METRICS[name].labels).map((label) => `${label}="${values[label] ?? ''}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

/** The name and the labels of a series that may exist; null of any other text. */
export function readSeries(
  series: string,
): { readonly name: MetricName; readonly labels: Readonly<Record<string, string>> } | null {
  const brace = series.indexOf('{');
  const name = brace === -1 ? series : series.slice(0, brace);
  if (!Object.hasOwn(METRICS, name)) return null;
  const labels = Object.fromEntries(
    [...series.slice(name.length).matchAll(/(\w+)="([\w-]*)"/gu)].map(([, label = '', value = '']) => [
      label,
      value,
    ]),
  );
  const allowed = familyOf(name as MetricName).labels;
  const isKnown = Object.entries(allowed).every(([label, values]) => values.includes(labels[label] ?? ''));
  if (!isKnown || seriesOf(name as MetricName, labels as never) !== series) return null;
  return { name: name as MetricName, labels };
}
