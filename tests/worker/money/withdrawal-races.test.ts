// Four hundred at once on one balance, against the real D1: what is asked for, bought and taken back never adds up to more than there was.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { WithdrawalDetails } from '../../../worker/contract/operators/withdrawals.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { isOpen } from '../../../worker/domain/withdrawals.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { cancelWithdrawal } from '../../../worker/services/withdrawals.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { findWithdrawal } from '../../../worker/db/withdrawals.ts';
import { createCustomer } from '../../support/customers.ts';
import { expectBooksToBalance, fund, quoteFor, type QuoteTerms } from '../../support/funds.ts';
import { callsOf, outcomes } from '../../support/money-calls.ts';
import { addPayoutAccount, approveAll, createWithdrawer, withdraw } from '../../support/withdrawals.ts';

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));
const buyOne: QuoteTerms = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 };
const ONE_COSTS = 5_025;
const ONE_OUT = 5_000;

test('400 withdrawals, purchases and cancellations on one balance: not a cent too much, and none is lost', async () => {
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 100 * ONE_COSTS, Date.now() - 30 * DAY_MS);
  const payoutAccountId = await addPayoutAccount(env, ana, 'wire');
  const asked = { payoutAccountId, amountCents: ONE_OUT, method: 'wire' } as const;
  const early = await Promise.all(times(20, () => withdraw(env.DB, ana, asked)));
  const quotes = await Promise.all(times(180, () => quoteFor(env, ana, buyOne)));
  const { trade, get } = callsOf(ana);
  const deps = depsFor(env, { waitUntil: (work) => void work });
  const [late, bought] = await Promise.all([
    Promise.all(times(180, () => withdraw(env.DB, ana, asked))),
    outcomes(quotes.map((quote) => trade(quote))),
    // Twice each, so that they race one another too.
    Promise.all([...early, ...early].map((one) => cancelWithdrawal(deps, ana.userId, one?.id ?? ''))),
    sendWithdrawals(deps),
  ]);
  const made = [...early, ...late].flatMap((one) => (one === null ? [] : [one.id]));
  const states = await Promise.all(made.map((id) => findWithdrawal(env.DB, ana.userId, id)));
  const out = states.filter((one) => one !== null && (isOpen(one.state) || one.state === 'paid')).length;
  const { cashCents } = await (await get('/api/portfolio')).json<Portfolio>();
  expect(cashCents).toBe(100 * ONE_COSTS - ONE_OUT * out - ONE_COSTS * (bought[201] ?? 0));
  // Whatever was left at the end was too little for another one of either.
  expect(cashCents).toBeGreaterThanOrEqual(0);
  expect(Object.keys(bought).toSorted()).toEqual(['201', 'InsufficientFunds']);
  await expectBooksToBalance(env.DB);
});

test('a cancellation and the cron at once: cancelled or paid, never both', async () => {
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 1_000_000, Date.now() - 30 * DAY_MS);
  const payoutAccountId = await addPayoutAccount(env, ana, 'wire');
  const asked = { payoutAccountId, amountCents: 10_000, method: 'wire' } as const;
  const made = await Promise.all(times(16, () => withdraw(env.DB, ana, asked)));
  await approveAll(env);
  const deps = depsFor(env, { waitUntil: (work) => void work });
  const run = () => sendWithdrawals(deps);
  const cancelled = made.map((one) => cancelWithdrawal(deps, ana.userId, one?.id ?? ''));
  const [answers] = await Promise.all([Promise.all(cancelled), run(), run()]);
  const states = await Promise.all(made.map((one) => findWithdrawal(env.DB, ana.userId, one?.id ?? '')));
  expect(states.map((one) => one?.state)).toEqual(answers.map(({ ok }) => (ok ? 'cancelled' : 'paid')));
  await expectBooksToBalance(env.DB);
});

test('two operators, many times at once: each approval counts once, a stop among them voids those before it, and it goes once at most', async () => {
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 3_000_000, Date.now() - 30 * DAY_MS);
  const payoutAccountId = await addPayoutAccount(env, ana, 'wire');
  const [one, other] = await Promise.all(
    times(2, () => createCustomer(env, { admin: true, roles: ['treasury'], steppedUp: true })),
  );
  if (one === undefined || other === undefined) throw new Error('there are two');
  const made = await withdraw(env.DB, ana, { payoutAccountId, amountCents: 2_500_000, method: 'wire' });
  const path = `/api/admin/withdrawals/${made?.id ?? ''}`;
  const body = { reason: 'Looked at it with the customer.' };
  const say = (who: typeof one, what: string) => callsOf(who).post(`${path}/${what}`, body);
  const said = await outcomes([
    ...times(5, () => say(one, 'approve')),
    ...times(5, () => say(other, 'approve')),
  ]);
  // Who comes after the second approval finds it decided; a copy of one's own gets the same answer.
  expect(Object.keys(said).filter((code) => code !== '200' && code !== 'WithdrawalChanged')).toEqual([]);
  const details = async () => (await callsOf(one).get(path)).json<WithdrawalDetails>();
  expect(await details()).toMatchObject({ state: 'ready', approvals: 2, decisions: { length: 2 } });
  await outcomes([say(one, 'stop'), say(other, 'approve'), say(one, 'approve')]);
  const { state, approvals, decisions } = await details();
  const sinceStop = decisions.slice(decisions.findLastIndex(({ decision }) => decision === 'stop') + 1);
  expect(approvals).toBe(new Set(sinceStop.map(({ by }) => by)).size);
  expect(state).toBe(approvals === 2 ? 'ready' : 'waiting-approval');
  await expectBooksToBalance(env.DB);
});
