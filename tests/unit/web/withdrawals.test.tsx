// A withdrawal on the page: what may be typed, where it may go, what is said before it is asked for, and what has become of it.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, test } from 'vitest';
import { durationText } from '../../../web/features/operators/withdrawals/duration-text.ts';
import { queryKeys } from '../../../web/api/keys.ts';
import { CashRows } from '../../../web/features/trading/withdrawal/amount-step.tsx';
import { AccountStep } from '../../../web/features/trading/withdrawal/account-step.tsx';
import {
  boundsOf,
  holdsFor,
  planOf,
  readAmount,
  refusalOf,
} from '../../../web/features/trading/withdrawal/plan.ts';
import { ReceiptWithdrawal } from '../../../web/features/trading/withdrawal/receipt-withdrawal.tsx';
import { ReviewStep } from '../../../web/features/trading/withdrawal/review-step.tsx';
import { failureOf, timelineOf } from '../../../web/features/trading/withdrawal/timeline.ts';
import {
  NOTHING_TYPED,
  problemsOf,
  refusedFields,
  requestOf,
} from '../../../web/features/trading/withdrawal/typed-account.ts';
import { WithdrawalStatus } from '../../../web/features/trading/withdrawal/withdrawal-status.tsx';
import type { Withdrawal, WithdrawalTerms } from '../../../worker/contract/withdrawals.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../../worker/domain/time.ts';
import words from '#messages/withdrawals.json' with { type: 'json' };
import listWords from '#messages/transactions.json' with { type: 'json' };

type TermsAccount = WithdrawalTerms['accounts'][number];

/** A Tuesday, 11:00 in Brasília. */
const NOW = Date.parse('2026-11-24T14:00:00Z');
const at = (ms: number) => iso(NOW + ms);

const PIX: TermsAccount = {
  id: 'pix',
  method: 'pix',
  keyType: 'email',
  masked: 'a•••@onca.example',
  status: 'active',
  isTest: true,
  createdAt: at(-90 * DAY_MS),
  holds: [],
  reviewedAboveCents: 1_000_000,
};
const WIRE: TermsAccount = { ...PIX, id: 'wire', method: 'wire', keyType: null, masked: 'GB82 •••• 5432' };

const TERMS: WithdrawalTerms = {
  cashCents: 100_000,
  withdrawableCents: 69_500,
  immature: [{ reason: 'card', cents: 30_000, until: at(3 * DAY_MS) }],
  owedCents: 500,
  limit: { maxCents: 500_000, usedCents: 0, windowMs: DAY_MS },
  holds: [],
  methods: [
    { method: 'pix', feeCents: 0, minCents: 2_000, maxCents: 5_000_000, expectedOn: '2026-11-24' },
    { method: 'ted', feeCents: 0, minCents: 2_000, maxCents: 5_000_000, expectedOn: '2026-11-25' },
    { method: 'wire', feeCents: 2_500, minCents: 2_501, maxCents: 5_000_000, expectedOn: '2026-11-26' },
  ],
  rateE4: 53_063,
  proof: 'factor',
  accounts: [PIX, WIRE],
  gateway: 'sandbox',
};

const WITHDRAWAL: Withdrawal = {
  id: 'w',
  state: 'held',
  method: 'pix',
  to: PIX.masked,
  amountCents: 20_000,
  feeCents: 0,
  sentCents: 20_000,
  brlCents: null,
  rateE4: null,
  holds: [{ reason: 'password-changed', until: at(DAY_MS) }],
  holdUntil: at(DAY_MS),
  requestedAt: at(0),
  expectedOn: '2026-11-25',
  sentAt: null,
  settledAt: null,
  returnedAt: null,
  failure: null,
  canCancel: true,
  gateway: 'sandbox',
};

const draw = (part: ReactNode, client = new QueryClient()): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/dashboard']}>{part}</MemoryRouter>
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('&#x27;', "'");

describe('an amount as typed', () => {
  const read = (text: string, terms = TERMS) => readAmount({ text, currency: 'USD' }, 'pt-BR', null, terms);

  it.each([
    ['20', 2_000],
    ['695,00', 69_500],
  ] as const)('%j is %i cents', (text, amountCents) => {
    expect(read(text)).toEqual({ ok: true, amountCents });
  });

  it.each([
    ['', 'empty'],
    ['tudo', 'format'],
    ['-20', 'format'],
    ['20,001', 'decimals'],
    ['R$ 100', 'unit'],
    ['19,99', 'WithdrawalBelowMinimum'],
    ['695,01', 'NotWithdrawable'],
    ['50.000,01', 'WithdrawalAboveMaximum'],
  ] as const)('%j is refused as %s', (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
  });

  it('is within what the level leaves', () => {
    const used = { ...TERMS, limit: { ...TERMS.limit, usedCents: 490_000 } };
    expect(read('100', used)).toEqual({ ok: true, amountCents: 10_000 });
    expect(read('100,01', used)).toEqual({ ok: false, problem: 'limit' });
    expect(boundsOf(used)).toEqual({ leastCents: 2_000, mostCents: 10_000 });
  });

  it('has no bounds where nothing can be asked for', () => {
    expect(boundsOf(TERMS)).toEqual({ leastCents: 2_000, mostCents: 69_500 });
    expect(boundsOf({ ...TERMS, withdrawableCents: 1_999 })).toBeNull();
    expect(boundsOf({ ...TERMS, limit: { ...TERMS.limit, usedCents: 600_000 } })).toBeNull();
    expect(boundsOf({ ...TERMS, methods: [] })).toBeNull();
  });
});

describe('the accounts', () => {
  it.each(['checking', 'waiting', 'refused', 'removed'] as const)(
    'one that is %s takes nothing',
    (status) => {
      expect(refusalOf(TERMS, { ...PIX, status }, 20_000)).toBe(status);
    },
  );

  it('one by wire takes no less than its fee', () => {
    expect(refusalOf(TERMS, WIRE, 2_500)).toBe('below');
    expect(refusalOf(TERMS, WIRE, 2_501)).toBeNull();
    expect(refusalOf({ ...TERMS, methods: [] }, PIX, 2_501)).toBe('method');
  });

  test('each says what it costs, or why it is not to be chosen', () => {
    const text = draw(
      <AccountStep
        terms={{ ...TERMS, accounts: [PIX, { ...WIRE, status: 'waiting' }] }}
        amountCents={20_000}
        isAdding={false}
        onAdd={() => undefined}
        onEditAmount={() => undefined}
        onContinue={() => undefined}
      />,
    );
    expect(text).toContain(words.terms.pix);
    expect(text).toContain(words.account.refused.waiting);
  });
});

describe('the plan', () => {
  it('by PIX: the dollars, and about what they are in reais', () => {
    expect(planOf(TERMS, PIX, 25_000)).toMatchObject({
      feeCents: 0,
      sentCents: 25_000,
      brlCents: 132_658,
      arrivesIn: 'brl',
      holds: [],
      sendsAt: null,
      expectedOn: '2026-11-24',
      hasTwoOperators: false,
    });
    expect(planOf({ ...TERMS, rateE4: null }, PIX, 25_000)).toMatchObject({ brlCents: null });
  });

  it('by wire: less the fee, in dollars', () => {
    expect(planOf(TERMS, WIRE, 25_000)).toMatchObject({
      feeCents: 2_500,
      sentCents: 22_500,
      brlCents: null,
      arrivesIn: 'usd',
      expectedOn: '2026-11-26',
    });
    expect(planOf(TERMS, WIRE, 2_500)).toBeNull();
  });

  it('names each hold once, the longest first, and counts the arrival from its end', () => {
    const terms = {
      ...TERMS,
      holds: [
        { reason: 'password-changed' as const, until: at(DAY_MS / 2) },
        { reason: 'new-device' as const, until: at(DAY_MS / 12) },
      ],
    };
    const account = { ...PIX, holds: [{ reason: 'new-payout-account' as const, until: at(2 * DAY_MS) }] };
    expect(holdsFor(terms, account).map(({ reason }) => reason)).toEqual([
      'new-payout-account',
      'password-changed',
      'new-device',
    ]);
    expect(planOf(terms, account, 20_000)).toMatchObject({
      sendsAt: at(2 * DAY_MS),
      expectedOn: '2026-11-26',
    });
    // The account's own list has the customer's too.
    expect(holdsFor(terms, { holds: terms.holds })).toHaveLength(2);
  });

  it('says that two operators look above the account’s sum, and not at it', () => {
    const account = { ...PIX, reviewedAboveCents: 20_000 };
    expect(planOf(TERMS, account, 20_000)?.hasTwoOperators).toBe(false);
    expect(planOf(TERMS, account, 20_001)?.hasTwoOperators).toBe(true);
  });

  const review = (terms: WithdrawalTerms, account: TermsAccount) => {
    const plan = planOf(terms, account, 25_000);
    if (plan === null) throw new Error('no plan');
    const nothing = () => undefined;
    return draw(
      <ReviewStep
        terms={terms}
        plan={plan}
        sending={false}
        retrying={false}
        error={null}
        onBack={nothing}
        onConfirm={nothing}
      />,
    );
  };

  test('is told with the reais, the hold, both proofs and the second look', () => {
    const plain = review(TERMS, PIX);
    expect(plain).toContain('R$ 1.326,58');
    expect(plain).toContain(words.review.fixedBrl);
    expect(plain).toContain(words.review.cancel.soon);
    expect(plain).toContain(words.review.proof.factor);
    expect(plain).not.toContain(words.holds.title);
    const held = review(
      { ...TERMS, proof: 'mail', holds: [{ reason: 'email-changed', until: at(DAY_MS) }] },
      { ...PIX, reviewedAboveCents: 0 },
    );
    expect(held).toContain(words.holds.reasons['email-changed']);
    expect(held).toContain(words.review.two.title);
    expect(held).toContain('30 minutos');
    expect(review(TERMS, WIRE)).toContain('US$ 225,00');
  });
});

test('why it is less than the cash is told sum by sum', () => {
  const text = draw(<CashRows terms={TERMS} />);
  for (const said of [
    '1.000,00',
    '− US$ 300,00',
    '− US$ 5,00',
    '695,00',
    words.amount.owed,
    words.amount.why,
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(said);
  expect(draw(<CashRows terms={{ ...TERMS, immature: [], owedCents: 0 }} />)).not.toContain(words.amount.why);
});

describe('an account as typed', () => {
  const typed = (method: 'pix' | 'ted' | 'wire', texts: Partial<typeof NOTHING_TYPED.texts>) => ({
    ...NOTHING_TYPED,
    method,
    texts: { ...NOTHING_TYPED.texts, ...texts },
  });

  it('is sent with the fields of its method alone', () => {
    expect(requestOf(typed('pix', { key: ' 529.982.247-25 ', iban: 'x' }))).toEqual({
      method: 'pix',
      keyType: 'cpf',
      key: '529.982.247-25',
    });
    expect(requestOf(typed('ted', { bank: '001', branch: '1', number: '2-3' }))).toEqual({
      method: 'ted',
      bank: '001',
      branch: '1',
      number: '2-3',
      kind: 'checking',
    });
  });

  it('says field by field what is wrong', () => {
    expect(problemsOf(typed('pix', { key: '529.982.247-25' }))).toEqual({});
    expect(problemsOf(typed('pix', { key: '111.111.111-11' }))).toEqual({ key: 'cpf' });
    expect(Object.keys(problemsOf(typed('ted', { bank: '1', number: '12345-6' })))).toEqual([
      'bank',
      'branch',
    ]);
    expect(Object.keys(problemsOf(typed('wire', { iban: 'GB82WEST12345698765432', bic: '' })))).toEqual([
      'bic',
    ]);
  });

  it('takes from a refusal what is about a field that is shown', () => {
    const error = {
      problem: {
        errors: [
          { field: 'key', code: 'cpf' },
          { field: 'x', code: 'y' },
        ],
      },
    };
    expect(refusedFields(error, 'pix')).toEqual({ key: 'cpf' });
    expect(refusedFields(error, 'wire')).toEqual({});
    expect(refusedFields(null, 'pix')).toEqual({});
  });
});

describe('what has become of it', () => {
  const told = (change: Partial<Withdrawal>, now = NOW) =>
    timelineOf({ ...WITHDRAWAL, ...change }, now).map(({ name, state }) => `${name} ${state}`);
  const sent = { sentAt: at(DAY_MS), holdUntil: at(DAY_MS) };

  it.each<[string, Partial<Withdrawal>, number, string[]]>([
    ['held', {}, NOW, ['requested done', 'held now', 'sending next', 'paid next']],
    [
      'not confirmed yet',
      { state: 'unconfirmed' },
      NOW,
      ['requested done', 'held now', 'unconfirmed now', 'sending next', 'paid next'],
    ],
    [
      'ready with nothing to wait for',
      { state: 'ready', holds: [], holdUntil: null },
      NOW,
      ['requested done', 'ready now', 'sending next', 'paid next'],
    ],
    [
      'looked at after the hold',
      { state: 'waiting-approval' },
      NOW + DAY_MS,
      ['requested done', 'held done', 'waiting-approval now', 'sending next', 'paid next'],
    ],
    [
      'with the bank',
      { state: 'sending', ...sent },
      NOW + DAY_MS,
      ['requested done', 'held done', 'sending now', 'paid next'],
    ],
    [
      'paid',
      { state: 'paid', ...sent },
      NOW + DAY_MS,
      ['requested done', 'held done', 'sending done', 'paid done'],
    ],
    [
      'sent back after it was paid',
      { state: 'paid', ...sent, returnedAt: at(5 * DAY_MS) },
      NOW + 5 * DAY_MS,
      ['requested done', 'held done', 'sending done', 'paid done', 'cameBack done'],
    ],
    [
      'sent back',
      { state: 'returned', ...sent },
      NOW + DAY_MS,
      ['requested done', 'held done', 'sending done', 'returned done'],
    ],
    // The hold of what was cancelled meanwhile is no step of it.
    ['cancelled', { state: 'cancelled' }, NOW, ['requested done', 'cancelled done']],
    ['rejected', { state: 'rejected' }, NOW, ['requested done', 'rejected done']],
  ])('%s', (_, change, now, steps) => {
    expect(told(change, now)).toEqual(steps);
  });

  it.each([
    [{ state: 'cancelled', failure: null }, null],
    [{ state: 'cancelled', failure: 'frozen' }, 'frozen'],
    [{ state: 'cancelled', failure: 'charge-back' }, 'charge-back'],
    [{ state: 'returned', failure: 'never-received' }, 'never-received'],
    [
      { state: 'returned', failure: 'Account closed' },
      { by: 'bank', text: 'Account closed' },
    ],
    [
      { state: 'rejected', failure: 'Please call us' },
      { by: 'team', text: 'Please call us' },
    ],
  ] as const)('%j says why', (withdrawal, failure) => {
    expect(failureOf(withdrawal)).toEqual(failure);
  });

  const shown = (withdrawal: Withdrawal) =>
    draw(<ReceiptWithdrawal transaction={{ id: withdrawal.id, status: 'pending' }} known={withdrawal} />);

  test('is on the receipt with the reais that were locked, and can be cancelled only before it is sent', () => {
    expect(shown(WITHDRAWAL)).toContain(words.receipt.cancel);
    const paid = shown({
      ...WITHDRAWAL,
      state: 'paid',
      ...sent,
      settledAt: at(DAY_MS),
      brlCents: 106_126,
      rateE4: 53_063,
      canCancel: false,
    });
    expect(paid.replaceAll('\u00a0', ' ')).toContain('R$ 1.061,26 a 5,3063');
    expect(paid).toContain(words.steps.paid.done);
    expect(paid).not.toContain(words.receipt.cancel);
  });

  test('is a word in the list, where it is known', () => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.withdrawals, { withdrawals: [WITHDRAWAL], nextCursor: null });
    expect(draw(<WithdrawalStatus id="w">pendente</WithdrawalStatus>, client)).toContain(
      listWords.withdrawalStates.held,
    );
    expect(draw(<WithdrawalStatus id="older">pendente</WithdrawalStatus>, client)).toContain('pendente');
  });
});

test.each([
  [20_000, '1 minuto', '1 minute'],
  [MINUTE_MS, '1 minuto', '1 minute'],
  [2.5 * HOUR_MS, '2,5 horas', '2.5 hours'],
  [DAY_MS, '1 dia', '1 day'],
] as const)('operators read %i ms as %s', (ms, portuguese, english) => {
  expect(durationText('pt-BR', ms)).toBe(portuguese);
  expect(durationText('en', ms)).toBe(english);
});
