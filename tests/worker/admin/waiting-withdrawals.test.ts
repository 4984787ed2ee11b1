// What the rail counts of withdrawals: what waits for the caller's own word, an end that another proposed included, and the accounts that
// nobody has looked at.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import type {
  WithdrawalDetails,
  WithdrawalProposal,
  WithdrawalProposalsPage,
} from '../../../worker/contract/operators/withdrawals.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { fund } from '../../support/funds.ts';
import { outcome } from '../../support/money-calls.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

/** Of this file's withdrawals: other files of the runtime leave books of their own. */
async function findingsOfWithdrawals() {
  const { findings } = await inspectLedger(env.DB);
  return findings.filter(({ rule }) => /withdrawal|payout/u.test(rule));
}

const countsOf = async (operator: Parameters<typeof asOperator>[0]) => {
  const work = await (await asOperator(operator)('/waiting')).json<WaitingWork>();
  return [work.withdrawals, work.payoutAccounts];
};

test('a withdrawal waits for each operator until he has approved it, and never for its owner', async () => {
  const [treasury, compliance, content] = await Promise.all([
    makeOperator({ roles: ['treasury'] }),
    makeOperator({ roles: ['compliance'] }),
    makeOperator({ roles: ['content'] }),
  ]);
  const [before = 0, accountsBefore = 0] = await countsOf(treasury);
  const owner = await makeOperator({ roles: ['treasury'] });
  await fund(env.DB, owner, 2_000_000);
  const pix = await addPayoutAccount(env, owner);
  const large = await withdraw(env.DB, owner, { payoutAccountId: pix, amountCents: 1_000_001 });
  expect(large?.state).toBe('waiting-approval');
  await env.DB.prepare(
    `INSERT INTO payout_accounts (id, account_id, method, sealed_details, masked, fingerprint, status, others, created_at)
     SELECT 'waiting ' || id, account_id, 'wire', sealed_details, 'wire ***2', 'waiting ' || id, 'waiting', 1, created_at
     FROM payout_accounts WHERE id = ?1`,
  )
    .bind(pix)
    .run();

  expect(await countsOf(treasury)).toEqual([before + 1, accountsBefore + 1]);
  expect(await countsOf(owner)).toEqual([before, accountsBefore]);
  expect(await countsOf(content)).toEqual([0, 0]);
  const approved = await asOperator(treasury)(`/withdrawals/${large?.id ?? ''}/approve`, {
    method: 'POST',
    body: { reason: 'The papers agree.' },
  });
  expect(approved.status).toBe(200);
  expect(await countsOf(treasury)).toEqual([before, accountsBefore + 1]);
  expect(await countsOf(compliance)).toEqual([before + 1, accountsBefore + 1]);
});

test('the end of one that is with the bank waits for another operator, who decides it over HTTP', async () => {
  const [one, other] = await Promise.all([
    makeOperator({ roles: ['treasury'] }),
    makeOperator({ roles: ['compliance'] }),
  ]);
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 1_000_000);
  const made = await withdraw(env.DB, ana, {
    payoutAccountId: await addPayoutAccount(env, ana, 'wire'),
    amountCents: 50_013,
    method: 'wire',
  });
  const path = `/withdrawals/${made?.id ?? ''}`;
  const post = (who: typeof one, to: string, body: object) => asOperator(who)(to, { method: 'POST', body });
  const evidence = { kind: 'withdrawal-paid', reference: 'ST-14', reason: 'Line 14 of the statement' };
  expect(await outcome(await post(one, `${path}/proposals`, evidence))).toBe('NotAsProposed');
  await sendWithdrawals(depsFor(env, { waitUntil: (work) => void work }));
  expect(await outcome(await post(one, `${path}/proposals`, { ...evidence, reference: ' x ' }))).toBe(
    'ValidationFailed',
  );
  expect(await outcome(await post(one, `${path}/resolve`, { reason: 'x', contradictions: [] }))).toBe(
    'ValidationFailed',
  );
  const [before = 0] = await countsOf(other);
  const proposed = await (await post(one, `${path}/proposals`, evidence)).json<WithdrawalProposal>();
  expect(await countsOf(other)).toEqual([before + 1, expect.any(Number)]);
  const { proposals } = await (
    await asOperator(other)('/withdrawals/proposals')
  ).json<WithdrawalProposalsPage>();
  expect(proposals.find(({ id }) => id === proposed.id)).toMatchObject({
    ...evidence,
    withdrawal: { id: made?.id, amountCents: 50_013, method: 'wire' },
    customer: { id: ana.userId },
    waitsForMe: true,
  });
  const approve = (who: typeof one) =>
    post(who, `/withdrawals/proposals/${proposed.id}/approve`, { note: 'Looked at it again' });
  expect(await outcome(await approve(one))).toBe('SecondOperatorNeeded');
  expect(await outcome(await approve(other))).toBe(200);
  const { state, proposable, unsentBecause, refused } = await (
    await asOperator(one)(path)
  ).json<WithdrawalDetails>();
  expect({ state, proposable, unsentBecause, refused }).toEqual({
    state: 'paid',
    proposable: ['withdrawal-returned'],
    unsentBecause: null,
    refused: null,
  });
  const { results } = await env.DB.prepare(
    `SELECT action, actor FROM audit_log WHERE subject_kind = 'withdrawal' AND subject_id = ? ORDER BY seq`,
  )
    .bind(made?.id)
    .all();
  expect(results).toEqual([
    { action: 'proposal.made', actor: one.email },
    { action: 'withdrawal.recorded-paid', actor: other.email },
  ]);
  expect(await findingsOfWithdrawals()).toEqual([]);
});
