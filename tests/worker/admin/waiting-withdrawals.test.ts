// What the rail counts of withdrawals: what waits for the caller's own word, and the accounts that nobody has looked at.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import { fund } from '../../support/funds.ts';
import { addPayoutAccount, withdraw } from '../../support/withdrawals.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

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
