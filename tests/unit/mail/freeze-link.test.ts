// Which letters carry the link that freezes the account, kind by kind, and with which reason the others do not (P68).

import { describe, expect, test } from 'vitest';
import { freezeToken, readFreezeToken } from '../../../worker/auth/freeze-token.ts';
import { FREEZE_MAIL_KINDS, MAIL_KINDS, type MailKind } from '../../../worker/domain/mail-messages.ts';

/** About the security of an account, or its money. */
const CARRY: readonly MailKind[] = [
  'deposit-receipt',
  'deposit-failed',
  'charge-back',
  'trade-receipt',
  'reversal-receipt',
  'storage-receipt',
  'password-reset',
  'email-change-old',
  'new-sign-in',
  'security-change',
  'identity',
  'data-export-ready',
  'withdrawal-requested',
  'withdrawal-confirm',
  'withdrawal-paid',
  'withdrawal-returned',
  'payout-account-added',
  'reais-refunded',
  'deposit-contested',
];

const DO_NOT: Partial<Record<MailKind, string>> = {
  welcome: 'nothing has happened to the account yet',
  'operator-alert': 'tells an operator of work, and nothing of the account',
  'alert-fired': 'tells of a price, not of the account',
  'storage-tariff': 'goes to everybody, and nothing has happened to the account',
  'contact-answer': 'correspondence, also with people who have no account',
  'complaint-received': 'correspondence, also with people who have no account',
  'confirm-email': 'nobody has proved that the mailbox is the customer’s',
  'account-closing': 'signing in takes it back, which a freeze would not',
  'closing-stopped': 'nothing has left: the account goes on',
  'statement-ready': 'tells of nothing that the customer was not told of',
  'newsletter-confirm': 'no letter of the account, also to people who have none',
  'newsletter-welcome': 'no letter of the account, also to people who have none',
  'email-change-new': 'nobody has proved that the mailbox is the customer’s',
};

test('every kind of letter either carries it or has a reason not to', () => {
  expect([...CARRY, ...Object.keys(DO_NOT)].toSorted()).toEqual(MAIL_KINDS.toSorted());
  expect(FREEZE_MAIL_KINDS.toSorted()).toEqual(CARRY.toSorted());
});

describe('the token', () => {
  const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];

  test.each(['receipt:0f8c-1', 'b7', 'alert:x_y-z'])('of %s names its letter and nothing else', (id) => {
    const token = freezeToken(NEW, id);
    expect(readFreezeToken(NEW, token)).toBe(id);
    expect(readFreezeToken(NEW, token.replace(id, `${id}1`))).toBeNull();
    for (const around of [`!${token}`, `${token}A`, ` ${token}`, `${token} `])
      expect(readFreezeToken(NEW, around)).toBeNull();
    expect(readFreezeToken(OLD, token)).toBeNull();
  });

  test('survives a rotation of the secret', () => {
    expect(readFreezeToken(`${NEW},${OLD}`, freezeToken(OLD, 'mail'))).toBe('mail');
  });

  test.each([
    '',
    '.',
    'mail',
    'mail.',
    `mail.${'A'.repeat(42)}`,
    `mail.${'A'.repeat(44)}`,
    `ma il.${'A'.repeat(43)}`,
    `${'m'.repeat(101)}.${'A'.repeat(43)}`,
  ])('is nothing else: %s', (text) => expect(readFreezeToken(NEW, text)).toBeNull());
});
