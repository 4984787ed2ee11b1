// The product's e-mails to customers: plain data, no text and no HTML. A message stays in the outbox
// until it is sent, so it holds no secret: a link's token is derived when the message is made.

import { CLOSING_WAIT_MS } from './closing.ts';
import type { DepositFailure } from './deposits.ts';
import type { PaymentMethod } from './fees.ts';
import type { Level } from './identity.ts';
import { MAILED_LINKS } from './mailed-links.ts';
import type { TradedMetal } from './metals.ts';
import type { OperatorAlertKind } from './operator-alerts.ts';
import type { ReaisMail, ReaisPaid } from './mail-reais.ts';
import type { ReversibleType } from './reversals.ts';
import type { AttemptLimit } from './session-rules.ts';
import type { Side } from './trades.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import type { WithdrawalMail } from './withdrawal-mails.ts';

/** Where something happened, as far as it is known. `device` reads in every language ('Firefox, Linux'). */
export type MailPlace = { readonly device: string | null; readonly place: string | null };

export const SECURITY_CHANGES = [
  'password-changed',
  'password-reset',
  'two-step-on',
  'two-step-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'factor-removed',
  'email-changed',
  'phone-changed',
  'sessions-ended',
  'account-frozen',
  'unfreeze-begun',
  'account-suspended',
  'account-reactivated',
  'two-step-reset',
  'email-change-by-team',
  'unfreeze-by-team',
  'closing-taken-back',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** Made by an operator: the letter does not ask "was it you?" and names no device. */
export const TEAM_CHANGES = [
  'account-suspended',
  'account-reactivated',
  'two-step-reset',
  'email-change-by-team',
  'unfreeze-by-team',
] as const;
export type TeamChange = (typeof TEAM_CHANGES)[number];

export function isTeamChange(change: SecurityChange): change is TeamChange {
  return (TEAM_CHANGES as readonly SecurityChange[]).includes(change);
}

export const IDENTITY_CHANGES = [
  'level-reached',
  'refused',
  'listed',
  'more-asked',
  'review-due',
  'lapsed',
] as const;
export type IdentityChange = (typeof IDENTITY_CHANGES)[number];

export const CHARGE_BACK_STEPS = ['taken', 'returned', 'collected', 'forgiven'] as const;
export type ChargeBackStep = (typeof CHARGE_BACK_STEPS)[number];

export type MailedLink = { readonly linkId: string; readonly expiresAt: number };

/** Times are epoch milliseconds, money is cents, metal is ten-thousandths of a troy ounce. */
export type MailMessage =
  | { readonly kind: 'welcome' }
  | {
      readonly kind: 'deposit-receipt';
      readonly transactionId: string;
      readonly amountCents: number;
      readonly feeCents: number;
      /** What had been asked for, where another amount arrived and was credited. */
      readonly announcedCents?: number;
      readonly method: PaymentMethod;
      /** 'sandbox' moves no real money, and the receipt says so. */
      readonly gateway: string;
      readonly at: number;
      /** Of a deposit in reais: what was paid, line by line. */
      readonly reais?: ReaisPaid;
    }
  | ReaisMail
  /** A deposit that waited came to nothing. */
  | {
      readonly kind: 'deposit-failed';
      readonly transactionId: string;
      readonly amountCents: number;
      readonly method: PaymentMethod;
      readonly gateway: string;
      readonly why: DepositFailure;
      readonly at: number;
    }
  /** The payer's bank took a deposit back, or gave it up; or what was owed for it was taken, or given up. */
  | {
      readonly kind: 'charge-back';
      readonly step: ChargeBackStep;
      /** The deposit. */
      readonly transactionId: string;
      readonly amountCents: number;
      /** What this step took from the cash, gave back, or gave up. */
      readonly movedCents: number;
      /** For all deposits that were taken back. */
      readonly owedCents: number;
      /** What was paid, what of it this charge-back took, and what all that stand have taken. Letters from before parts have none. */
      readonly payment?: {
        readonly currency: 'USD' | 'BRL';
        readonly paidCents: number;
        readonly partCents: number;
        readonly takenCents: number;
      };
      readonly at: number;
    }
  | {
      readonly kind: 'trade-receipt';
      readonly transactionId: string;
      readonly side: Side;
      readonly metal: TradedMetal;
      readonly ouncesE4: number;
      readonly priceCents: number;
      readonly subtotalCents: number;
      readonly feeCents: number;
      readonly totalCents: number;
      readonly at: number;
    }
  | {
      readonly kind: 'reversal-receipt';
      readonly transactionId: string;
      /** What was undone: its type, and its own receipt. */
      readonly of: ReversibleType;
      readonly reverses: string;
      readonly metal: TradedMetal | null;
      readonly ouncesE4: number | null;
      readonly totalCents: number;
      /** What the operators wrote to the customer. */
      readonly note: string | null;
      readonly at: number;
    }
  | WithdrawalMail
  /** To every customer: from this day on metal is stored for a fee. */
  | { readonly kind: 'storage-tariff'; readonly fromDay: string }
  /** What a month of storage came to, and what of it was taken. */
  | {
      readonly kind: 'storage-receipt';
      readonly transactionId: string;
      /** `YYYY-MM`. */
      readonly month: string;
      readonly centDays: number;
      readonly carriedIn: number;
      readonly dueCents: number;
      readonly owedBeforeCents: number;
      readonly chargedCents: number;
      readonly owedCents: number;
      readonly at: number;
    }
  | {
      readonly kind: 'alert-fired';
      readonly metal: TradedMetal;
      readonly direction: 'above' | 'below';
      readonly targetPriceCents: number;
      /** The price that crossed the target. */
      readonly priceCents: number;
      readonly at: number;
    }
  | {
      readonly kind: 'contact-answer';
      /** What was written to us, and when. */
      readonly subject: string;
      readonly message: string;
      readonly sentAt: number;
      readonly body: string;
      /** The number of the complaint that it answers; messages from before there were any have none. */
      readonly complaint?: string | null;
    }
  | {
      readonly kind: 'complaint-received';
      readonly number: string;
      readonly dueAt: number;
      readonly at: number;
    }
  | {
      readonly kind: 'identity';
      readonly change: IdentityChange;
      /** The level that was reached, that is asked for, or that holds from now on. */
      readonly level: Level;
      /** A word of CHECK_REFUSALS, or the operators' sentence. */
      readonly reason: string | null;
      /** Of a review: until when the level holds. */
      readonly until: number | null;
      /** The check was the sandbox's. */
      readonly isTest: boolean;
    }
  /** The account will be closed at `dueAt` unless somebody signs in. */
  | ({ readonly kind: 'account-closing'; readonly dueAt: number; readonly at: number } & MailPlace)
  | {
      readonly kind: 'closing-stopped';
      readonly because: 'not-empty' | 'suspended';
      readonly at: number;
    }
  /** To operators: what cannot wait. `subject` and `figure` as in operator-alerts.ts. */
  | {
      readonly kind: 'operator-alert';
      readonly alert: OperatorAlertKind;
      readonly subject: string;
      readonly figure: number;
      readonly at: number;
    }
  | { readonly kind: 'data-export-ready'; readonly expiresAt: number }
  /** `month`: 2026-10. */
  | { readonly kind: 'statement-ready'; readonly month: string; readonly number: string }
  /** The link is kept with the subscriber (db/newsletter.ts). */
  | ({ readonly kind: 'newsletter-confirm' } & MailedLink)
  | { readonly kind: 'newsletter-welcome' }
  | { readonly kind: 'password-reset'; readonly resetId: string; readonly expiresAt: number }
  | ({ readonly kind: 'new-sign-in'; readonly at: number } & MailPlace)
  | ({
      readonly kind: 'security-change';
      readonly change: SecurityChange;
      readonly at: number;
      /** Of an added factor: the link that removes it. */
      readonly linkId?: string;
    } & MailPlace)
  | ({ readonly kind: 'confirm-email' } & MailedLink)
  /** A change of address, to the mailbox of before and to the new one. */
  | ({ readonly kind: 'email-change-old' | 'email-change-new'; readonly toEmail: string } & MailedLink);

export type MailKind = MailMessage['kind'];

type MailRule = {
  /** Goes out whatever the customer's switches say, and to a suspended customer too (P13). */
  readonly security: boolean;
  /**
   * Carries the link that freezes the account (P68): whatever tells of the account's security or of its money, to a mailbox that
   * is the customer's.
   */
  readonly freezes: boolean;
  /** After this the message would only confuse, and is given up. */
  readonly usefulForMs: number;
  /** Everybody gets one at once: nobody waits for a new password because of it. */
  readonly toEverybody?: true;
  /** Goes out before the customer has proved that the mailbox is theirs: nobody else's mailbox gets more than a proof (P58). */
  readonly toUnconfirmed?: boolean;
  /** Letters to one recipient; beyond it messages wait and are gathered in one. None: the event itself is limited. */
  readonly limit?: AttemptLimit;
};

/** Letters about sign-ins from new devices: whoever knows the password could send any number. */
export const SIGN_IN_MAIL_LIMIT: AttemptLimit = { max: 1, windowMs: HOUR_MS };
/** Letters of each kind of receipt, and about alerts. */
export const RECEIPT_MAIL_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
export const ALERT_MAIL_LIMIT: AttemptLimit = { max: 20, windowMs: HOUR_MS };

export const MAIL_RULES: Readonly<Record<MailKind, MailRule>> = {
  welcome: { security: false, freezes: false, usefulForMs: 7 * DAY_MS },
  'deposit-receipt': { security: false, freezes: true, usefulForMs: 7 * DAY_MS, limit: RECEIPT_MAIL_LIMIT },
  'trade-receipt': { security: false, freezes: true, usefulForMs: 7 * DAY_MS, limit: RECEIPT_MAIL_LIMIT },
  'deposit-failed': { security: false, freezes: true, usefulForMs: 7 * DAY_MS },
  // Money moves, or may not move, without the customer's action: sent whatever the switches say.
  'reais-refunded': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  'deposit-contested': { security: true, freezes: true, usefulForMs: 14 * DAY_MS },
  // Money or metal moved without the customer's action: sent whatever the switches say.
  'charge-back': { security: true, freezes: true, usefulForMs: 14 * DAY_MS },
  'reversal-receipt': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  // Money leaves, or comes back.
  'withdrawal-requested': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  'withdrawal-confirm': { security: true, freezes: true, usefulForMs: MAILED_LINKS.withdrawal },
  'withdrawal-paid': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  'withdrawal-returned': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  'payout-account-added': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  // The terms of the account change: sent whatever the switches say.
  'storage-tariff': { security: true, freezes: false, usefulForMs: 30 * DAY_MS, toEverybody: true },
  'storage-receipt': { security: true, freezes: true, usefulForMs: 7 * DAY_MS, toEverybody: true },
  'alert-fired': { security: false, freezes: false, usefulForMs: 6 * HOUR_MS, limit: ALERT_MAIL_LIMIT },
  // Who writes to us waits for the answer, with or without an account.
  'contact-answer': { security: true, freezes: false, usefulForMs: 14 * DAY_MS },
  'password-reset': { security: true, freezes: true, usefulForMs: 30 * MINUTE_MS, toUnconfirmed: true },
  'confirm-email': {
    security: true,
    freezes: false,
    usefulForMs: MAILED_LINKS['confirm-email'],
    toUnconfirmed: true,
  },
  'email-change-old': { security: true, freezes: true, usefulForMs: MAILED_LINKS['email-change-old'] },
  'email-change-new': { security: true, freezes: false, usefulForMs: MAILED_LINKS['email-change-new'] },
  // What somebody may do with the account changes, or waits for them.
  identity: { security: true, freezes: true, usefulForMs: 14 * DAY_MS },
  'complaint-received': { security: true, freezes: false, usefulForMs: 3 * DAY_MS },
  // Signing in takes it back.
  'account-closing': { security: true, freezes: false, usefulForMs: CLOSING_WAIT_MS },
  'closing-stopped': { security: true, freezes: false, usefulForMs: 7 * DAY_MS },
  // Work, whatever the switches of the account say.
  'operator-alert': { security: true, freezes: false, usefulForMs: DAY_MS },
  'data-export-ready': { security: true, freezes: true, usefulForMs: 7 * DAY_MS },
  // Nothing has happened to the account that its owner was not told of.
  'statement-ready': { security: false, freezes: false, usefulForMs: 7 * DAY_MS },
  // Asked for by whoever gets them, with or without an account.
  'newsletter-confirm': { security: false, freezes: false, usefulForMs: MAILED_LINKS['newsletter-confirm'] },
  'newsletter-welcome': { security: false, freezes: false, usefulForMs: 7 * DAY_MS },
  'new-sign-in': { security: true, freezes: true, usefulForMs: 3 * DAY_MS, limit: SIGN_IN_MAIL_LIMIT },
  'security-change': { security: true, freezes: true, usefulForMs: 3 * DAY_MS },
};

/** Letters of the newsletter: each says how to leave it, to people and to mail programs. */
export const NEWSLETTER_KINDS = ['newsletter-confirm', 'newsletter-welcome'] as const;
export type NewsletterKind = (typeof NEWSLETTER_KINDS)[number];

export function isNewsletter(kind: MailKind): kind is NewsletterKind {
  return (NEWSLETTER_KINDS as readonly MailKind[]).includes(kind);
}

export const MAIL_KINDS = Object.keys(MAIL_RULES) as [MailKind, ...MailKind[]];

export const FREEZE_MAIL_KINDS = MAIL_KINDS.filter((kind) => MAIL_RULES[kind].freezes);

/** The kinds whose letters to one recipient are counted. */
export const LIMITED_MAIL = MAIL_KINDS.flatMap((kind) => {
  const { limit } = MAIL_RULES[kind];
  return limit === undefined ? [] : [{ kind, limit }];
});
