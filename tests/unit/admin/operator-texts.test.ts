// What operators write: lines and tabs are taken, other control and direction characters are refused. A NUL passes our own count of
// characters and ends the text for the database, whose CHECK then fails.

import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { BulletinDecision } from '../../../worker/contract/operators/bulletins.ts';
import { CustomerStatusChange } from '../../../worker/contract/operators/customers.ts';
import { IdentityDecision } from '../../../worker/contract/operators/identities.ts';
import { proposalEvidence, proposalReason } from '../../../worker/contract/operators/operators.ts';
import { PayoutAccountDecision } from '../../../worker/contract/operators/payout-accounts.ts';
import { ExchangeTariffRequest } from '../../../worker/contract/operators/reais.ts';

const TARIFF = { fromDay: '2030-01-01', spreadBasisPoints: 100, iofBasisPoints: 0 };

describe.each<[what: string, takes: (written: string) => boolean]>([
  ['the reason of a proposal', (written) => v.is(proposalReason, written)],
  ['the reference of an evidence', (written) => v.is(proposalEvidence.reference, written)],
  ['the reason of a status', (reason) => v.is(CustomerStatusChange, { status: 'active', reason })],
  [
    'a decision about an identity',
    (reason) => v.is(IdentityDecision, { revision: 0, decision: 'ask', reason }),
  ],
  ['a decision about an account', (reason) => v.is(PayoutAccountDecision, { decision: 'refuse', reason })],
  ['a decision about a bulletin', (reason) => v.is(BulletinDecision, { take: 'second', reason })],
  ['the legal basis of a tariff', (legalBasis) => v.is(ExchangeTariffRequest, { ...TARIFF, legalBasis })],
])('%s', (_what, takes) => {
  test.each(['Ordem 17, conferida', 'Duas\nlinhas\te um tab', '日本語の理由です'])('%j is taken', (written) =>
    expect(takes(written)).toBe(true),
  );

  test.each(['a\u0000 long reason', 'ring\u0007 of a bell', 'turned \u202Eround', 'cut\u2066 apart'])(
    '%j is refused',
    (written) => expect(takes(written)).toBe(false),
  );

  // Two characters to the database, and four units of a text here.
  test.each(['👩🏽', '🙈🙉'])('%j is too short', (written) => expect(takes(written)).toBe(false));
});
