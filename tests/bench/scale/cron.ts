// What the minute cron asks of D1 when each of its jobs has as much to do as it takes at once.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { SWEEPS_OF_A_RUN, SWEPT_AT_ONCE } from '../../../worker/db/sweep.ts';
import { CHARGED_AT_ONCE } from '../../../worker/services/charge-storage.ts';
import { BY_THE_CRON, deliverDue } from '../../../worker/services/deliver-mail.ts';
import { forwardWaiting, TAKEN_BY_THE_CRON } from '../../../worker/services/forward-submissions.ts';
import { makeStatements, WORK_AT_ONCE } from '../../../worker/services/make-statements.ts';
import { sweepOldRows } from '../../../worker/services/sweep-old-rows.ts';
import { asD1 } from '../../support/node-books.ts';
import { countedCalls } from '../../support/recorded-queries.ts';
import { depsOf, ENV, NOW } from './fill.ts';

export type Job = {
  readonly name: string;
  /** Things of one run. */
  readonly atOnce: number;
  /** Calls of D1 of such a run. */
  readonly calls: number;
};

/** Letters of one run: a handful at a time. */
const LETTERS = BY_THE_CRON.handful * BY_THE_CRON.rounds;

export async function cronJobs(db: NodeD1): Promise<readonly Job[]> {
  return [
    { name: 'letters', atOnce: LETTERS, calls: await deliver(db) },
    { name: 'submissions forwarded', atOnce: TAKEN_BY_THE_CRON, calls: await forward(db) },
    { name: 'customers looked at and statements made', atOnce: WORK_AT_ONCE, calls: await state(db) },
    // A question and a batch each, and one for the list (services/charge-storage.ts).
    { name: 'months of storage charged', atOnce: CHARGED_AT_ONCE, calls: 2 * CHARGED_AT_ONCE + 1 },
    { name: 'rows swept, of each table', atOnce: SWEPT_AT_ONCE * SWEEPS_OF_A_RUN, calls: await sweep(db) },
  ];
}

async function deliver(db: NodeD1): Promise<number> {
  // All at once, each to somebody else.
  db.exec(
    `UPDATE mail_outbox SET next_attempt_at = ${NOW}, expires_at = ${NOW + 86_400_000} WHERE state = 'waiting'`,
  );
  const { db: counted, calls } = countedCalls(asD1(db));
  const transport = {
    send: (letters: readonly unknown[]) =>
      Promise.resolve(letters.map(() => ({ sent: true, providerId: 'p' }))),
  };
  const deps = { ...depsOf(db), db: counted, env: { ...ENV, MAIL_FROM: 'onca@onca.example' } as Env };
  const { sent } = await deliverDue(deps, BY_THE_CRON, transport as never);
  return perRun(calls.length, sent, LETTERS);
}

async function forward(db: NodeD1): Promise<number> {
  const deps = depsOf(db);
  await deps.db.batch(
    Array.from({ length: TAKEN_BY_THE_CRON }, (_, index) =>
      submissionStatement(deps.db, {
        id: `due-${index}`,
        type: 'contact',
        email: 'ana@caixa.example',
        data: {},
        now: NOW,
      }),
    ),
  );
  const server = createServer((_, response) => response.end('ok'));
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { db: counted, calls } = countedCalls(asD1(db));
  const { sent } = await forwardWaiting({
    ...deps,
    db: counted,
    env: { ...ENV, SHEET_WEBHOOK_URL: url } as Env,
  });
  server.closeAllConnections();
  server.close();
  return perRun(calls.length, sent, TAKEN_BY_THE_CRON);
}

/** A run that ends at its bound: customers looked at and statements made, of all months that are over. */
async function state(db: NodeD1): Promise<number> {
  const { db: counted, calls } = countedCalls(asD1(db));
  await makeStatements({ ...depsOf(db), db: counted });
  return calls.length;
}

/** Nothing is over here: a call for each table, and as many more as a run may make of one. */
async function sweep(db: NodeD1): Promise<number> {
  const { db: counted, calls } = countedCalls(asD1(db));
  await sweepOldRows(counted, 0);
  return calls.length * SWEEPS_OF_A_RUN;
}

/** Fewer things than a run takes ask for fewer calls. */
function perRun(calls: number, things: number, atOnce: number): number {
  if (things === 0) throw new Error('a job of the cron had nothing to do');
  return Math.ceil((calls * atOnce) / Math.min(things, atOnce));
}
