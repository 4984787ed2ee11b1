// The lists of words in the code: the columns of the database take these and no other, and each word has its text.

import { describe, expect, test } from 'vitest';
import bank from '../../locales/en/bank.json' with { type: 'json' };
import identityTexts from '../../locales/en/identity.json' with { type: 'json' };
import mail from '../../locales/en/mail.json' with { type: 'json' };
import auditTexts from '../../locales/en/operators-audit.json' with { type: 'json' };
import barTexts from '../../locales/en/operators-bars.json' with { type: 'json' };
import contactTexts from '../../locales/en/operators-contacts.json' with { type: 'json' };
import depositTexts from '../../locales/en/operators-deposits.json' with { type: 'json' };
import imageTexts from '../../locales/en/operators-images.json' with { type: 'json' };
import ledgerTexts from '../../locales/en/operators-ledger.json' with { type: 'json' };
import timelineTexts from '../../locales/en/operators-timeline.json' with { type: 'json' };
import withdrawalTexts from '../../locales/en/operators-withdrawals.json' with { type: 'json' };
import operators from '../../locales/en/operators.json' with { type: 'json' };
import password from '../../locales/en/password.json' with { type: 'json' };
import transactions from '../../locales/en/transactions.json' with { type: 'json' };
import withdrawals from '../../locales/en/withdrawals.json' with { type: 'json' };
import * as alerts from '../../worker/domain/alerts.ts';
import * as audit from '../../worker/domain/audit.ts';
import * as cards from '../../worker/domain/card-catalogue.ts';
import * as contacts from '../../worker/domain/contacts.ts';
import * as customers from '../../worker/domain/customers.ts';
import * as depositWork from '../../worker/domain/deposit-work.ts';
import * as deposits from '../../worker/domain/deposits.ts';
import * as factors from '../../worker/domain/factors.ts';
import * as identity from '../../worker/domain/identity.ts';
import * as ledgerList from '../../worker/domain/ledger-list.ts';
import * as mailDelivery from '../../worker/domain/mail-delivery.ts';
import * as mailMessages from '../../worker/domain/mail-messages.ts';
import * as metals from '../../worker/domain/metals.ts';
import * as proposals from '../../worker/domain/operator-proposals.ts';
import * as operatorRoles from '../../worker/domain/operator-roles.ts';
import * as strength from '../../worker/domain/password-strength.ts';
import * as payouts from '../../worker/domain/payout-accounts.ts';
import * as pix from '../../worker/domain/pix.ts';
import * as reversals from '../../worker/domain/reversals.ts';
import * as events from '../../worker/domain/security-events.ts';
import * as settings from '../../worker/domain/settings-rules.ts';
import * as submissions from '../../worker/domain/submissions.ts';
import * as timeline from '../../worker/domain/timeline.ts';
import * as mailed from '../../worker/domain/withdrawal-mails.ts';
import * as out from '../../worker/domain/withdrawals.ts';
import { currentDatabase } from '../support/migrations.ts';

const db = currentDatabase();

/** What the CHECK of a column takes. */
function takenBy(table: string, column: string): string[] {
  const { sql } = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) ?? {};
  const check = new RegExp(`CHECK \\(\\s*${column} IN \\(([^)]*)\\)`, 'u').exec(String(sql));
  return [...(check?.[1] ?? '').matchAll(/'([^']+)'/gu)].map(([, word = '']) => word);
}

describe('a column takes the words of the code and no other', () => {
  test.each<[table: string, column: string, words: readonly string[]]>([
    ['alerts', 'direction', alerts.ALERT_DIRECTIONS],
    ['alerts', 'metal', metals.TRADED_METALS],
    ['candles', 'metal', metals.METALS],
    ['card_images', 'position', cards.CARD_POSITIONS],
    ['card_images', 'display_size', cards.DISPLAY_SIZES],
    ['media_library', 'page_location', cards.CARD_PAGES],
    ['contact_messages', 'state', contacts.CONTACT_STATES],
    ['users', 'status', customers.ACCOUNT_STATUSES],
    ['stray_payments', 'outcome', depositWork.STRAY_OUTCOMES],
    ['deposits', 'status', deposits.PAYMENT_STATUSES],
    ['sessions', 'stepped_up_by', factors.STEP_UP_METHODS],
    ['identities', 'kind', identity.IDENTITY_KINDS],
    ['identities', 'state', identity.IDENTITY_STATES],
    ['identity_steps', 'step', identity.IDENTITY_STEPS],
    ['identity_documents', 'kind', identity.DOCUMENT_KINDS],
    ['mail_outbox', 'state', mailDelivery.OUTBOX_STATES],
    ['operator_proposals', 'state', proposals.OPERATOR_PROPOSAL_STATES],
    ['operator_roles', 'role', operatorRoles.OPERATOR_ROLES],
    ['payout_accounts', 'method', payouts.PAYOUT_METHODS],
    ['payout_accounts', 'key_type', payouts.PIX_KEY_TYPES],
    ['payout_accounts', 'status', payouts.PAYOUT_ACCOUNT_STATUSES],
    ['brl_deposits', 'method', pix.BRL_METHODS],
    ['brl_deposits', 'state', pix.BRL_DEPOSIT_STATES],
    ['brl_payments', 'state', pix.BRL_PAYMENT_STATES],
    ['brl_payments', 'reason', pix.REFUND_REASONS],
    ['hand_refunds', 'state', pix.HAND_REFUND_STATES],
    ['reversal_proposals', 'state', reversals.PROPOSAL_STATES],
    ['settings', 'language', settings.LANGUAGES],
    ['settings', 'currency', settings.CURRENCIES],
    ['settings', 'weight_unit', settings.WEIGHT_UNITS],
    ['settings', 'platform', settings.PLATFORMS],
    ['settings', 'theme', settings.THEMES],
    ['submission_forwards', 'state', submissions.FORWARD_STATES],
    ['withdrawals', 'state', out.WITHDRAWAL_STATES],
    ['withdrawals', 'unsent_because', out.UNSENT_REASONS],
    ['withdrawal_decisions', 'decision', out.WITHDRAWAL_DECISIONS],
    ['payout_contradictions', 'kind', out.CONTRADICTIONS],
  ])('%s.%s', (table, column, words) => {
    expect(takenBy(table, column).toSorted()).toEqual(words.toSorted());
  });

  test('proposals are of the kinds that are rows', () => {
    const kinds = db.prepare('SELECT kind FROM proposal_kinds ORDER BY kind').all();
    const { PROPOSAL_KINDS, BAR_PROPOSALS, DEPOSIT_PROPOSALS, WITHDRAWAL_PROPOSALS } = proposals;
    const words = [...PROPOSAL_KINDS, ...BAR_PROPOSALS, ...DEPOSIT_PROPOSALS, ...WITHDRAWAL_PROPOSALS];
    expect(kinds.map(({ kind }) => kind)).toEqual(words.toSorted());
  });

  test('levels are those that have limits', () => {
    const levels = db.prepare('SELECT DISTINCT level FROM level_limits ORDER BY level').all();
    expect(levels.map(({ level }) => level)).toEqual(identity.LEVELS);
  });

  test('letters are of the kinds that are rows', () => {
    const kinds = db.prepare('SELECT kind FROM mail_kinds ORDER BY kind').all();
    expect(kinds.map(({ kind }) => kind)).toEqual(mailMessages.MAIL_KINDS.toSorted());
  });
});

const camel = (word: string): string =>
  word.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());

describe('each word has its text, and each text its word', () => {
  test.each<[what: string, texts: object, words: readonly string[], besides?: readonly string[]]>([
    ['subjects of the log', auditTexts.subjects, audit.AUDIT_SUBJECTS],
    ['changes of a contact message', contactTexts.changes, contacts.CONTACT_CHANGES, ['failed']],
    ['templates of an answer', contactTexts.answer.templates, contacts.CONTACT_TEMPLATES],
    ['pages with cards', imageTexts.images.pages, cards.CARD_PAGES],
    ['statuses of a customer', operators.dashboard.users.statuses, customers.CUSTOMER_STATUSES],
    ['orders of customers', operators.dashboard.users.orders, customers.CUSTOMER_ORDERS],
    ['lists of deposits', depositTexts.list.states, depositWork.DEPOSIT_LISTS],
    ['ends of a stray payment', depositTexts.strays.outcomes, depositWork.STRAY_OUTCOMES],
    ['proposals about a deposit', depositTexts.kinds, proposals.DEPOSIT_PROPOSALS],
    ['proposals about a bar', barTexts.kinds, proposals.BAR_PROPOSALS],
    ['reasons of a failed deposit', mail.depositFailed.why, deposits.DEPOSIT_FAILURES],
    ['reais at work', depositTexts.reais.states, pix.BRL_STATES_AT_WORK],
    ['states of a deposit in reais', bank.states, pix.BRL_DEPOSIT_STATES],
    ['refusals of a check', identityTexts.reasons, identity.CHECK_REFUSALS],
    ['periods of the ledger', ledgerTexts.transactions.periods, ledgerList.LEDGER_PERIODS],
    ['orders of the ledger', ledgerTexts.transactions.orders, ledgerList.LEDGER_ORDERS],
    ['what a reversal is short of', ledgerTexts.effect.short, reversals.REVERSAL_SHORTFALLS],
    ['what can be undone', transactions.undone, reversals.REVERSIBLE_TYPES],
    ['steps of a charge-back', mail.chargeBack.part, mailMessages.CHARGE_BACK_STEPS],
    ['strengths of a password', password.rules.strength, strength.PASSWORD_STRENGTHS, ['label', 'none']],
    [
      'changes of the security of an account',
      mail.change,
      mailMessages.SECURITY_CHANGES,
      ['me', 'notMe', 'action', 'recover', 'added', 'remove'],
    ],
    [
      'what becomes of an identity',
      mail.identity,
      mailMessages.IDENTITY_CHANGES,
      ['reasons', 'reason', 'action', 'test', 'notMe'],
    ],
    [
      'why a withdrawal comes back',
      mail.withdrawal.returned,
      mailed.WITHDRAWAL_RETURNS,
      ['subject', 'title', 'action'],
    ],
    [
      'what becomes of a payout account',
      mail.payoutAccount,
      mailed.PAYOUT_ACCOUNT_OUTCOMES,
      ['from', 'reason', 'action', 'notMe', 'test'],
    ],
    [
      'refusals of a payout account',
      withdrawals.account.refused,
      payouts.PAYOUT_REFUSALS,
      ['checking', 'waiting', 'cpf', 'removed', 'method', 'below'],
    ],
    ['lines of a timeline', timelineTexts.kinds, timeline.TIMELINE_KINDS, ['all']],
    ['orders of withdrawals', withdrawalTexts.queue.orders, out.WITHDRAWAL_ORDERS],
    ['flags of a withdrawal', withdrawalTexts.flags, out.WITHDRAWAL_FLAGS],
    ['proposals about a withdrawal', withdrawalTexts.ends.kinds, proposals.WITHDRAWAL_PROPOSALS],
    ['proofs of a withdrawal', withdrawals.review.proof, out.WITHDRAWAL_PROOFS],
    ['failures of a withdrawal', withdrawals.receipt.failures, out.WITHDRAWAL_FAILURES, ['team']],
  ])('%s', (_, texts, words, besides = []) => {
    expect(Object.keys(texts).map(camel).toSorted()).toEqual([...words, ...besides].map(camel).toSorted());
  });
});

test('what operators did, and letters tell of, stands in the log as theirs', () => {
  const logged = [...mailMessages.TEAM_CHANGES, 'password-reset-sent', 'closing-stopped'];
  expect([...events.TEAM_EVENT_KINDS].toSorted()).toEqual(logged.toSorted());
});
