// The operators' log for tests: lines, readers, and somebody with the database in their hands.

import { env } from 'cloudflare:workers';
import type { AuditCheckStep, AuditLogPage } from '../../../worker/contract/operators/audit-log.ts';
import { type AuditActor, type AuditEvent, commitAudited } from '../../../worker/db/audit-log.ts';
import { AUDIT_GENESIS_HASH, type AuditLine } from '../../../worker/domain/audit.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { send } from '../factors/enrol.ts';

export const MACHINE: AuditActor = { actorId: null, actor: 'a command', device: null, place: null };

export const nothing: AuditLine = {
  id: '',
  at: 1,
  actorId: null,
  actor: 'a',
  action: 'feed.paused',
  subjectKind: null,
  subjectId: null,
  device: null,
  place: null,
  address: null,
  before: null,
  after: null,
  note: null,
};

export const actorOf = ({ userId, email }: Customer): AuditActor => ({
  actorId: userId,
  actor: email,
  device: 'Chrome · Linux',
  place: 'São Paulo, BR',
  address: '203.0.113.7',
});

export const operator = (options: { steppedUp?: boolean } = { steppedUp: true }) =>
  createCustomer(env, { admin: true, ...options });

export const write = (by: AuditActor, over: Partial<AuditEvent> = {}) =>
  commitAudited(
    env.DB,
    { id: crypto.randomUUID(), at: Date.now(), by, action: 'feed.refreshed', ...over },
    [],
  );

export const page = async (who: Customer, query = ''): Promise<AuditLogPage> =>
  (await send(who, 'GET', `/api/admin/audit-log${query}`)).json();

export const check = async (who: Customer, query = ''): Promise<AuditCheckStep> =>
  (await send(who, 'GET', `/api/admin/audit-log/check${query}`)).json();

export const rows = async () => (await env.DB.prepare('SELECT * FROM audit_log ORDER BY seq').all()).results;

const WALLS = [
  'audit_log_is_never_updated',
  'audit_log_is_never_deleted',
  'audit_log_only_grows',
  'audit_head_goes_forward',
  'audit_head_stays',
];

/** What somebody with the database in their hands does: the table's own guards are taken away first. */
export async function tamper(...statements: readonly string[]): Promise<void> {
  await env.DB.batch(WALLS.map((name) => env.DB.prepare(`DROP TRIGGER IF EXISTS ${name}`)));
  for (const sql of statements) await env.DB.prepare(sql).run();
}

/** The walls' own statements, as the migrations made them. */
export const GUARDS: string[] = [];

/** An empty log with its guards, as the migrations leave it. */
export async function emptyLog(): Promise<void> {
  const { results: guards } = await env.DB.prepare(
    `SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit_log', 'audit_head') AND name <> 'audit_log_moves_its_head'`,
  ).all<{ sql: string }>();
  if (guards.length > 0) GUARDS.splice(0, GUARDS.length, ...guards.map(({ sql }) => sql));
  const nowhere = `UPDATE audit_head SET seq = 0, hash = '${AUDIT_GENESIS_HASH}'`;
  await tamper('DELETE FROM audit_log', nowhere, ...GUARDS);
}
