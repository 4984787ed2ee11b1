// Contact messages as operators' work: the list, one message with its answers, and what changes in it.

import type { ContactState } from '../../domain/contacts.ts';
import type { TimeCursor } from '../../domain/cursors.ts';
import type { Language } from '../../domain/settings-rules.ts';

export type ContactFilter = {
  readonly state: ContactState | null;
  readonly complaintsOnly: boolean;
  /** An operator's id; 'nobody'; null for all. */
  readonly owner: string | null;
  /** As typed; empty for all. Any case, anywhere in e-mail, name, subject or number. */
  readonly search: string;
  readonly from: number | null;
  readonly until: number | null;
};

export type ContactRow = {
  readonly id: string;
  readonly state: ContactState;
  readonly ownerId: string | null;
  readonly ownerEmail: string | null;
  readonly revision: number;
  readonly sentAt: number;
  readonly email: string;
  readonly phone: string | null;
  /** JSON of a map. */
  readonly data: string;
  readonly customerId: string | null;
  /** Of a complaint. */
  readonly number: string | null;
  readonly dueAt: number | null;
  /** What orders the list: a smaller or an earlier one stands first among complaints. */
  readonly sortKey: number;
};

const COLUMNS = `c.submission_id AS id, c.state, c.owner_id AS ownerId, o.email AS ownerEmail, c.revision,
  c.sent_at AS sentAt, s.email, s.phone, s.data, u.id AS customerId, x.number, x.due_at AS dueAt`;
/** Among complaints those that wait come first, the one that is due next before all; the others are further off than any date. */
const URGENCY = `x.due_at + iif(c.state = 'open', 0, 1000000000000000)`;
/** CROSS JOIN keeps this order: along the index of the list, or over the complaints alone. */
const REST = `CROSS JOIN submissions s ON s.id = c.submission_id
  LEFT JOIN users o ON o.id = c.owner_id LEFT JOIN users u ON u.email = s.email`;
const ALL = `contact_messages c ${REST} LEFT JOIN complaints x ON x.submission_id = c.submission_id`;
const COMPLAINTS = `complaints x CROSS JOIN contact_messages c ON c.submission_id = x.submission_id ${REST}`;

/** A page of the list, newest first; of complaints, the most urgent first. */
export async function listContacts(
  db: D1Database,
  filter: ContactFilter,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<readonly ContactRow[]> {
  const params: (string | number)[] = [];
  const param = (value: string | number) => `?${params.push(value)}`;
  const conditions = ['TRUE'];
  if (filter.state !== null) conditions.push(`c.state = ${param(filter.state)}`);
  if (filter.owner === 'nobody') conditions.push('c.owner_id IS NULL');
  else if (filter.owner !== null) conditions.push(`c.owner_id = ${param(filter.owner)}`);
  if (filter.from !== null) conditions.push(`c.sent_at >= ${param(filter.from)}`);
  if (filter.until !== null) conditions.push(`c.sent_at < ${param(filter.until)}`);
  if (filter.search !== '') {
    const text = param(filter.search.toLowerCase());
    const places = ['s.email', "s.data ->> '$.name'", "s.data ->> '$.subject'", "coalesce(x.number, '')"];
    conditions.push(`(${places.map((place) => `instr(lower(${place}), ${text}) > 0`).join(' OR ')})`);
  }
  if (page.after !== undefined) {
    const after = `(${param(page.after.at)}, ${param(page.after.id)})`;
    conditions.push(
      filter.complaintsOnly
        ? `(${URGENCY}, c.submission_id) > ${after}`
        : `(c.sent_at, c.submission_id) < ${after}`,
    );
  }
  const order = filter.complaintsOnly ? 'sortKey, c.submission_id' : 'c.sent_at DESC, c.submission_id DESC';
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, ${filter.complaintsOnly ? URGENCY : 'c.sent_at'} AS sortKey
       FROM ${filter.complaintsOnly ? COMPLAINTS : ALL} WHERE ${conditions.join(' AND ')}
       ORDER BY ${order} LIMIT ${param(page.limit)}`,
    )
    .bind(...params)
    .run<ContactRow>();
  return results;
}

export function findContact(db: D1Database, id: string): Promise<ContactRow | null> {
  return db
    .prepare(`SELECT ${COLUMNS}, c.sent_at AS sortKey FROM ${ALL} WHERE c.submission_id = ?1`)
    .bind(id)
    .first<ContactRow>();
}

export type AnswerRow = {
  readonly id: string;
  readonly answeredAt: number;
  readonly answeredBy: string;
  readonly body: string;
  readonly language: Language;
};

export async function listAnswers(db: D1Database, id: string): Promise<readonly AnswerRow[]> {
  const { results } = await db
    .prepare(
      `SELECT a.id, a.answered_at AS answeredAt, o.email AS answeredBy, a.body, a.language
       FROM contact_answers a JOIN users o ON o.id = a.answered_by
       WHERE a.submission_id = ?1 ORDER BY a.answered_at, a.id`,
    )
    .bind(id)
    .run<AnswerRow>();
  return results;
}

export type OpenContacts = {
  readonly open: number;
  readonly oldestAt: number | null;
  readonly complaints: number;
  readonly overdue: number;
  readonly nextDueAt: number | null;
};

/** How many nobody has answered, since when the oldest waits, and the complaints among them. Reads the open ones alone. */
export async function countOpenContacts(db: D1Database, now: number): Promise<OpenContacts> {
  const row = await db
    .prepare(
      `SELECT count(*) AS open, min(c.sent_at) AS oldestAt, count(x.due_at) AS complaints,
         coalesce(sum(x.due_at < ?1), 0) AS overdue, min(x.due_at) FILTER (WHERE x.due_at >= ?1) AS nextDueAt
       FROM contact_messages c LEFT JOIN complaints x ON x.submission_id = c.submission_id WHERE c.state = 'open'`,
    )
    .bind(now)
    .first<OpenContacts>();
  if (row === null) throw new Error('an aggregate always has a row');
  return row;
}

export type ContactMove = {
  readonly id: string;
  /** As the operator saw it; another number matches nothing. */
  readonly revision: number;
  readonly state: ContactState;
  readonly ownerId: string | null;
};

export function moveContactStatement(db: D1Database, move: ContactMove, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE contact_messages SET state = ?3, owner_id = ?4, revision = revision + 1, updated_at = ?5
       WHERE submission_id = ?1 AND revision = ?2`,
    )
    .bind(move.id, move.revision, move.state, move.ownerId, now);
}

export type NewAnswer = {
  readonly id: string;
  readonly contactId: string;
  readonly revision: number;
  readonly by: string;
  readonly body: string;
  readonly language: Language;
};

/** The answer, then the state of its message: neither when another operator was faster, or when it is there already. */
export function answerStatements(
  db: D1Database,
  answer: NewAnswer,
  now: number,
): readonly [D1PreparedStatement, D1PreparedStatement] {
  const { id, contactId, revision, by, body, language } = answer;
  return [
    db
      .prepare(
        `INSERT INTO contact_answers (id, submission_id, answered_by, body, language, answered_at)
         SELECT ?1, submission_id, ?4, ?5, ?6, ?7 FROM contact_messages WHERE submission_id = ?2 AND revision = ?3
         ON CONFLICT (id) DO NOTHING`,
      )
      .bind(id, contactId, revision, by, body, language, now),
    db
      .prepare(
        `UPDATE contact_messages SET state = 'answered', owner_id = coalesce(owner_id, ?4), revision = revision + 1,
           updated_at = ?5
         WHERE submission_id = ?2 AND revision = ?3 AND EXISTS (SELECT 1 FROM contact_answers WHERE id = ?1)`,
      )
      .bind(id, contactId, revision, by, now),
  ];
}
