// An operator's calls, and the audit lines they leave.

import { env } from 'cloudflare:workers';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { realWorker, SetPrices, type Worker, workerWith } from '../../support/money-calls.ts';

export const makeOperator = (over: Partial<Parameters<typeof createCustomer>[1]> = {}): Promise<Customer> =>
  createCustomer(env, { admin: true, steppedUp: true, ...over });

export type Sent = { readonly method?: string; readonly body?: unknown };

/** A call with the operator's cookies, from our own page. */
export function asOperator(operator: Pick<Customer, 'headers'>, worker: Worker = realWorker) {
  return (path: string, { method = 'GET', body }: Sent = {}): Promise<Response> =>
    worker(
      new Request(`${ORIGIN}/api/admin${path}`, {
        method,
        headers: operator.headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
}

/** A hub with prices of the test's choosing that records whose sockets it had to close. */
export class ClosingHub extends SetPrices {
  readonly ended: string[] = [];

  async endSessions(sessionIds: readonly string[]): Promise<number> {
    this.ended.push(...sessionIds);
    return sessionIds.length;
  }
}

export const workerAt = (gold: number, silver: number): Worker =>
  workerWith(new ClosingHub({ gold, silver }));

/** The lines about a customer, oldest first. */
export async function auditOf(userId: string) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor_id AS actorId, actor, before, after, note FROM audit_log
     WHERE subject_kind = 'customer' AND subject_id = ? ORDER BY seq`,
  )
    .bind(userId)
    .all<{
      action: string;
      actorId: string | null;
      actor: string;
      before: string | null;
      after: string | null;
      note: string | null;
    }>();
  return results;
}

export async function codeOf(reply: Response): Promise<string> {
  return ((await reply.json()) as { code: string }).code;
}
