// What operators see of withdrawals before they open one: the rail's counts, and the queue by age, by amount and by flag.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { WithdrawalQueue } from '../../../worker/contract/operators/withdrawals.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import { fund } from '../../support/funds.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';
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
  const owner = await createWithdrawer(env, { admin: true, roles: ['treasury'] });
  await fund(env.DB, owner, 2_000_000);
  const pix = await addPayoutAccount(env, owner);
  const large = await withdraw(env.DB, owner, { payoutAccountId: pix, amountCents: 1_000_001 });
  expect(large?.state).toBe('waiting-approval');
  const waiting = await addPayoutAccount(env, owner, 'wire');
  await env.DB.prepare(`UPDATE payout_accounts SET status = 'waiting', checked_at = NULL WHERE id = ?1`)
    .bind(waiting)
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

test('the queue stands by age or by amount, page by page, and shows one flag alone', async () => {
  const treasury = await makeOperator({ roles: ['treasury'] });
  const owner = await createWithdrawer(env);
  await fund(env.DB, owner, 5_000_000);
  const pix = await addPayoutAccount(env, owner);
  const ids: string[] = [];
  for (const [amountCents, now] of [
    [1_000_003, 1_000],
    [300_000, 2_000],
    [1_000_009, 3_000],
  ] as const) {
    ids.push((await withdraw(env.DB, owner, { payoutAccountId: pix, amountCents, now }))?.id ?? '');
  }
  const [old = '', small = '', large = ''] = ids;
  /** Those of this test, over as many pages as there are. */
  const seen = async (filter: string) => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const at = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const reply = await asOperator(treasury)(`/withdrawals?limit=2${filter}${at}`);
      const page: WithdrawalQueue = await reply.json();
      found.push(...page.withdrawals.map(({ id }) => id).filter((id) => ids.includes(id)));
      cursor = page.nextCursor;
    }
    return found;
  };
  expect(await seen('')).toEqual([old, small, large]);
  expect(await seen('&order=largest')).toEqual([large, old, small]);
  expect(await seen('&flag=large')).toEqual([old, large]);
  expect(await seen('&flag=first-use&order=largest&state=waiting-approval')).toEqual([large, old, small]);
  expect(await seen('&flag=stopped')).toEqual([]);
  expect(await seen('&state=paid&order=largest')).toEqual([]);
  expect((await asOperator(treasury)('/withdrawals?order=newest')).status).toBe(422);
});
