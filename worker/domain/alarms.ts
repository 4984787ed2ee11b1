// Alarms that are measured: each begins when its measure has been at its bound or above for some minutes on end, and ends when it has
// been below the lower one for as long, so that a figure that trembles rings once. They are told as every alert to operators is
// (domain/operator-alerts.ts); the runbook of a kind is .github/runbooks/<kind>.md.

import { ALERT_BACKLOG_MAX } from './alerts.ts';
import { countIn, type Minute } from './figures.ts';
import { TRADED_METALS } from './metals.ts';
import { MAIL_LAG_MS } from './mail-delivery.ts';
import { MINUTE_MS } from './time.ts';

type Alarm = {
  readonly means: string;
  /** By subject, in whole numbers. What is absent was not read, or does not count now: it never begins an alarm. */
  readonly measure: (minute: Minute) => Readonly<Record<string, number | undefined>>;
  readonly begins: number;
  readonly ends: number;
  /** On end. */
  readonly minutes: number;
};

const gauge =
  (name: string, label: string, subjects: readonly string[]): Alarm['measure'] =>
  ({ gauges }) =>
    Object.fromEntries(subjects.map((subject) => [subject, whole(gauges[`${name}{${label}="${subject}"}`])]));
const whole = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.floor(value);

/** What nobody meant to refuse: an error of ours, or a database that does not answer. */
export const isOurFault = (series: string): boolean =>
  series === 'onca_refusals{code="Internal"}' || series === 'onca_refusals{code="Unavailable"}';

export const ALARMS = {
  'price-old': {
    means:
      'no source gives a price of this metal, in seconds since the last one; nothing is quoted on a stale price',
    measure: gauge('onca_price_age_seconds', 'metal', TRADED_METALS),
    begins: 180,
    ends: 120,
    minutes: 3,
  },
  'object-silent': {
    means: 'the hub, the desk, a relay or the keeper of figures does not answer',
    measure: gauge('onca_object_silent', 'object', ['hub', 'desk', 'relays', 'figures']),
    begins: 1,
    ends: 1,
    minutes: 2,
  },
  'server-errors': {
    means: 'requests of a minute that failed by our fault',
    measure: (minute) => ({ requests: countIn([minute], isOurFault) }),
    begins: 5,
    ends: 2,
    minutes: 3,
  },
  'mail-late': {
    means: 'letters do not leave, in seconds since the oldest was due',
    measure: ({ gauges }) => ({ mail: whole(gauges['onca_mail_oldest_seconds']) }),
    begins: MAIL_LAG_MS / 1000,
    ends: MAIL_LAG_MS / 2000,
    minutes: 3,
  },
  'trade-desk-full': {
    means: 'trades wait at the desk: more come than the database takes',
    measure: ({ gauges }) => ({ desk: whole(gauges['onca_queue_length{queue="trade-desk"}']) }),
    begins: 256,
    ends: 64,
    minutes: 2,
  },
  'price-alerts-behind': {
    means: 'accepted prices that the alerts of customers have not been judged by',
    measure: ({ gauges }) => ({ hub: whole(gauges['onca_queue_length{queue="price-alerts"}']) }),
    begins: ALERT_BACKLOG_MAX + 1,
    ends: 5,
    minutes: 3,
  },
} as const satisfies Readonly<Record<string, Alarm>>;

export type AlarmKind = keyof typeof ALARMS;
export const ALARM_KINDS = Object.keys(ALARMS) as [AlarmKind, ...AlarmKind[]];

export type Ringing = {
  readonly kind: AlarmKind;
  readonly subject: string;
  /** Null: not known now. */
  readonly figure: number | null;
};

/** Minutes that are looked back on; the cron may miss some. */
export const ALARM_WINDOW_MS = 15 * MINUTE_MS;
/** Beyond it the minutes of an alarm are not on end: the cron stood still. */
const GAP_MS = 2.5 * MINUTE_MS;

/**
 * What lasts at the end of these minutes, the oldest first, where `open` lasted before. Without enough of them nothing begins, and nothing
 * ends. A figure that is absent has ended, but for an object that says nothing, of which another alarm tells.
 */
export function ringing(minutes: readonly Minute[], open: readonly Omit<Ringing, 'figure'>[]): Ringing[] {
  return ALARM_KINDS.flatMap((kind) => {
    const { measure, begins, ends, minutes: needed }: Alarm = ALARMS[kind];
    const last = lastOnEnd(minutes, needed);
    const isOpen = (subject: string): boolean =>
      open.some((alarm) => alarm.kind === kind && alarm.subject === subject);
    if (last === null)
      return open.flatMap((alarm) =>
        alarm.kind === kind ? [{ kind, subject: alarm.subject, figure: null }] : [],
      );
    const subjects = new Set(last.flatMap((minute) => Object.keys(measure(minute))));
    return [...subjects].flatMap((subject) => {
      const values = last.map((minute) => measure(minute)[subject]);
      const lasts = isOpen(subject)
        ? values.some((value) => value !== undefined && value >= ends)
        : values.every((value) => value !== undefined && value >= begins);
      return lasts ? [{ kind, subject, figure: values.at(-1) ?? null }] : [];
    });
  });
}

function lastOnEnd(minutes: readonly Minute[], needed: number): readonly Minute[] | null {
  const last = minutes.slice(-needed);
  const isOnEnd = last.every(({ at }, index) => index === 0 || at - (last[index - 1]?.at ?? 0) <= GAP_MS);
  return last.length === needed && isOnEnd ? last : null;
}
