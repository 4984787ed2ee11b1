// A customer's past in one list: each kind of row along its own index, so that a page reads about as many rows of each as it
// shows, whatever else the customer has.

import type { TimeCursor } from '../../domain/cursors.ts';
import { TIMELINE_KINDS, type TimelineKind } from '../../domain/timeline.ts';

export type TimelineFilter = {
  readonly userId: string;
  /** Null for all. */
  readonly kind: TimelineKind | null;
  /** At this moment or later, and before that one; null for any. */
  readonly from: number | null;
  readonly until: number | null;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

export type TimelineRow = {
  readonly kind: TimelineKind;
  readonly at: number;
  readonly id: string;
  /** JSON of a map: what the kind says. */
  readonly data: string;
};

type Source = {
  readonly from: string;
  readonly at: string;
  readonly id: string;
  /** Of customer ?1. */
  readonly where: string;
  readonly data: string;
};

const AUDIT_DATA = `json_object('action', a.action, 'by', a.actor, 'note', a.note)`;

const SOURCES: Readonly<Record<TimelineKind, Source>> = {
  access: {
    from: 'security_events e',
    at: 'e.happened_at',
    id: 'e.id',
    where: 'e.user_id = ?1',
    data: `json_object('event', e.kind, 'device', e.device, 'place', e.place, 'detail', e.detail, 'times', e.times)`,
  },
  identity: {
    from: 'identity_steps i',
    at: 'i.happened_at',
    id: 'i.id',
    where: 'i.user_id = ?1',
    data: `json_object('step', i.step, 'fromLevel', i.from_level, 'toLevel', i.to_level,
      'by', (SELECT email FROM users WHERE id = i.by_id))`,
  },
  deposit: {
    from: 'deposits d',
    at: 'd.created_at',
    id: 'd.id',
    where: 'd.account_id = ?1',
    // As it was asked for, whatever was credited later.
    data: `json_object('part', iif(d.announced_cents IS NULL, 'whole', 'announced'),
      'amountCents', coalesce(d.announced_cents, d.amount_cents), 'method', d.method, 'status', d.status)`,
  },
  withdrawal: {
    from: 'withdrawals w',
    at: 'w.requested_at',
    id: 'w.id',
    where: 'w.account_id = ?1',
    data: `json_object('amountCents', w.amount_cents, 'method', w.method, 'state', w.state)`,
  },
  trade: {
    from: 'transactions t INDEXED BY transactions_but_deposits',
    at: 't.created_at',
    id: 't.id',
    where: `t.account_id = ?1 AND t.type <> 'deposit' AND t.type <> 'withdrawal'`,
    data: `json_object('type', t.type, 'reversedType', t.reversed_type, 'metal', t.metal, 'ouncesE4', t.ounces_e4,
      'totalCents', t.total_cents)`,
  },
  mail: {
    from: 'mail_outbox m INDEXED BY mail_outbox_by_user',
    at: 'm.created_at',
    id: 'm.id',
    where: 'm.user_id = ?1',
    data: `json_object('mail', m.kind, 'state', m.state)`,
  },
  view: {
    from: 'audit_log a INDEXED BY audit_log_views_of_customer',
    at: 'a.happened_at',
    id: 'a.id',
    where: `a.subject_kind = 'customer' AND a.subject_id = ?1 AND a.action IN ('customer.viewed', 'customer.details-viewed')`,
    data: AUDIT_DATA,
  },
  action: {
    from: 'audit_log a INDEXED BY audit_log_actions_on_customer',
    at: 'a.happened_at',
    id: 'a.id',
    where: `a.subject_kind = 'customer' AND a.subject_id = ?1
      AND a.action NOT IN ('customer.viewed', 'customer.details-viewed', 'customer.noted')`,
    data: AUDIT_DATA,
  },
  note: {
    from: 'customer_notes n',
    at: 'n.noted_at',
    id: 'n.id',
    where: 'n.user_id = ?1',
    data: `json_object('body', n.body, 'by', (SELECT email FROM users WHERE id = n.author_id))`,
  },
};

/** What else a row of a kind tells, at another time: the credit of a deposit that was credited as another amount than was announced. */
const LATER: Readonly<Partial<Record<TimelineKind, Source>>> = {
  deposit: {
    from: 'deposits d INDEXED BY deposits_credited_otherwise',
    at: 'd.settled_at',
    id: `d.id || '-credited'`,
    where: 'd.account_id = ?1 AND d.announced_cents IS NOT NULL',
    data: `json_object('part', 'credited', 'amountCents', d.amount_cents, 'method', d.method, 'status', d.status)`,
  },
};

/** Newest first, in one statement. */
export async function listTimeline(
  db: D1Database,
  filter: TimelineFilter,
): Promise<{ readonly rows: readonly TimelineRow[]; readonly rowsRead: number }> {
  const { userId, kind, from, until, after, limit } = filter;
  const values: (string | number)[] = [userId];
  const bound = (value: string | number) => `?${values.push(value)}`;
  const rows = bound(limit);
  const place = after === undefined ? null : `(${bound(after.at)}, ${bound(after.id)})`;
  const since = from === null ? null : bound(from);
  const before = until === null ? null : bound(until);
  const kinds = kind === null ? TIMELINE_KINDS : [kind];
  const sources = kinds.flatMap((one) =>
    [SOURCES[one], LATER[one]].flatMap((source) => (source === undefined ? [] : [{ one, source }])),
  );
  const selects = sources.map(({ one, source }) => {
    const terms = [
      source.where,
      ...(place === null ? [] : [`(${source.at}, ${source.id}) < ${place}`]),
      ...(since === null ? [] : [`${source.at} >= ${since}`]),
      ...(before === null ? [] : [`${source.at} < ${before}`]),
    ];
    return `SELECT * FROM (SELECT '${one}' AS kind, ${source.at} AS at, ${source.id} AS id, ${source.data} AS data
      FROM ${source.from} WHERE ${terms.join(' AND ')} ORDER BY ${source.at} DESC, ${source.id} DESC LIMIT ${rows})`;
  });
  const { results, meta } = await db
    .prepare(`${unionOf(selects)} ORDER BY at DESC, id DESC LIMIT ${rows}`)
    .bind(...values)
    .all<TimelineRow>();
  return { rows: results, rowsRead: meta.rows_read };
}

/** D1 takes no more selects than this in one UNION. */
const UNION_AT_MOST = 5;

function unionOf(selects: readonly string[]): string {
  const [first, rest] = [selects.slice(0, UNION_AT_MOST - 1), selects.slice(UNION_AT_MOST - 1)];
  return [...first, ...(rest.length === 0 ? [] : [`SELECT * FROM (${unionOf(rest)})`])].join(' UNION ALL ');
}

export type NewNote = {
  readonly id: string;
  readonly userId: string;
  readonly authorId: string;
  readonly body: string;
  readonly now: number;
};

/** Matches nothing where the note is there already. */
export function noteStatement(db: D1Database, note: NewNote): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO customer_notes (id, user_id, author_id, body, noted_at) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(note.id, note.userId, note.authorId, note.body, note.now);
}
