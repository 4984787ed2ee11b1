// The only writer of the audit log: a change and its line are one batch, so that neither is there without the other.

import { type AuditAction, type AuditLine, type AuditSubject, auditText } from '../domain/audit.ts';
import type { ChainHead } from '../domain/audit-chain.ts';
import { sha256Hex } from './sha256.ts';
import { bookedBatch } from '../telemetry/booked.ts';

/** Who acts, from where: of a request, see `operatorOf` in auth; of a command or the token, a name without an id. */
export type AuditActor = {
  readonly actorId: string | null;
  readonly actor: string;
  readonly device: string | null;
  readonly place: string | null;
  /** Of operators alone. */
  readonly address?: string | null;
};

export type AuditEvent = {
  readonly id: string;
  readonly at: number;
  readonly by: AuditActor;
  readonly action: AuditAction;
  readonly subject?: { readonly kind: AuditSubject; readonly id: string } | undefined;
  /** Plain data without secrets; stored as JSON, at most 4,000 characters. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The reason that was given, at most 500 characters. */
  readonly note?: string | null | undefined;
};

export type Audited = {
  /** False: the deciding statement changed nothing, so nothing was logged. */
  readonly logged: boolean;
  /** Of the caller's own statements, in their order. */
  readonly results: readonly D1Result[];
};

/** Of concurrent writers one succeeds in each round: enough rounds for all operators of a large firm. */
const TRIES = 100;
/** A loser waits for a random time, so that the next round has fewer contenders. */
const WAIT_AT_MOST_MS = 40;

/**
 * Runs the statements and writes the line, in one batch. `ifChanged`: the line is written only if the first statement
 * changed a row (the others must see to themselves, for example by the same condition). When another operator's line came
 * in between, nothing of the batch was kept and all of it is tried again.
 */
export async function commitAudited(
  db: D1Database,
  event: AuditEvent,
  statements: readonly D1PreparedStatement[],
  options: { readonly ifChanged?: boolean } = {},
): Promise<Audited> {
  const line = lineOf(event);
  const ifChanged = options.ifChanged === true;
  const before = ifChanged ? statements.slice(0, 1) : statements;
  const after = ifChanged ? statements.slice(1) : [];
  for (let attempt = 1; ; attempt += 1) {
    const insert = await insertStatement(db, line, ifChanged);
    try {
      const results = await bookedBatch(db, [...before, insert, ...after]);
      const own = results.splice(before.length, 1)[0];
      return { logged: (own?.meta.changes ?? 0) > 0, results };
    } catch (error) {
      if (attempt >= TRIES || !isLostRace(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT_AT_MOST_MS));
    }
  }
}

async function insertStatement(
  db: D1Database,
  line: AuditLine,
  ifChanged: boolean,
): Promise<D1PreparedStatement> {
  const head = await auditHead(db);
  const seq = head.seq + 1;
  const previousHash = head.hash;
  return db
    .prepare(
      `INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, subject_kind, subject_id, device, place,
                              before, after, note, previous_hash, hash, address)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16
       ${ifChanged ? 'WHERE changes() > 0' : ''}`,
    )
    .bind(
      seq,
      line.id,
      line.at,
      line.actorId,
      line.actor,
      line.action,
      line.subjectKind,
      line.subjectId,
      line.device,
      line.place,
      line.before,
      line.after,
      line.note,
      previousHash,
      await sha256Hex(auditText(seq, line, previousHash)),
      line.address,
    );
}

export async function hasAuditLine(db: D1Database, id: string): Promise<boolean> {
  return (await db.prepare('SELECT 1 AS one FROM audit_log WHERE id = ?').bind(id).first()) !== null;
}

/** The last line that was ever written, whether or not it is still there. */
export async function auditHead(db: D1Database): Promise<ChainHead> {
  const head = await db.prepare('SELECT seq, hash FROM audit_head').first<ChainHead>();
  if (head === null) throw new Error('audit_head has no row: the database was tampered with');
  return head;
}

function lineOf(event: AuditEvent): AuditLine {
  const { by, subject } = event;
  return {
    id: event.id,
    at: event.at,
    actorId: by.actorId,
    actor: by.actor,
    action: event.action,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    device: by.device,
    place: by.place,
    address: by.address ?? null,
    before: event.before === undefined ? null : JSON.stringify(event.before),
    after: event.after === undefined ? null : JSON.stringify(event.after),
    note: event.note ?? null,
  };
}

function isLostRace(error: unknown): boolean {
  // The text of a trigger (migrations/0017_audit_head.sql), which runs before any UNIQUE check.
  return String(error).includes('the audit log only grows at its end');
}
