// The product's e-mails to customers: plain data, no text and no HTML. A message stays in the outbox
// until it is sent, so it holds no secret: a link's token is derived when the message is made.

import { CLOSING_WAIT_MS } from './closing.ts';
import type { DepositMethod } from './fees.ts';
import { MAILED_LINKS } from './mailed-links.ts';
import type { TradedMetal } from './metals.ts';
import type { ReversibleType } from './reversals.ts';
import type { AttemptLimit } from './session-rules.ts';
import type { Side } from './trades.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

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
  'account-suspended',
  'account-reactivated',
  'two-step-reset',
  'email-change-by-team',
  'closing-taken-back',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** Made by an operator: the letter does not ask "was it you?" and names no device. */
export const TEAM_CHANGES = [
  'account-suspended',
  'account-reactivated',
  'two-step-reset',
  'email-change-by-team',
] as const;
export type TeamChange = (typeof TEAM_CHANGES)[number];

export function isTeamChange(change: SecurityChange): change is TeamChange {
  return (TEAM_CHANGES as readonly SecurityChange[]).includes(change);
}

type MailedLink = { readonly linkId: string; readonly expiresAt: number };

/** Times are epoch milliseconds, money is cents, metal is ten-thousandths of a troy ounce. */
export type MailMessage =
  | { readonly kind: 'welcome' }
  | {
      readonly kind: 'deposit-receipt';
      readonly transactionId: string;
      readonly amountCents: number;
      readonly feeCents: number;
      readonly method: DepositMethod;
      /** 'sandbox' moves no real money, and the receipt says so. */
      readonly gateway: string;
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
  /** The account will be closed at `dueAt` unless somebody signs in. */
  | ({ readonly kind: 'account-closing'; readonly dueAt: number; readonly at: number } & MailPlace)
  | {
      readonly kind: 'closing-stopped';
      readonly because: 'not-empty' | 'suspended';
      readonly at: number;
    }
  | { readonly kind: 'data-export-ready'; readonly expiresAt: number }
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
  /** After this the message would only confuse, and is given up. */
  readonly usefulForMs: number;
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
  welcome: { security: false, usefulForMs: 7 * DAY_MS },
  'deposit-receipt': { security: false, usefulForMs: 7 * DAY_MS, limit: RECEIPT_MAIL_LIMIT },
  'trade-receipt': { security: false, usefulForMs: 7 * DAY_MS, limit: RECEIPT_MAIL_LIMIT },
  // Money or metal moved without the customer's action: sent whatever the switches say.
  'reversal-receipt': { security: true, usefulForMs: 7 * DAY_MS },
  'alert-fired': { security: false, usefulForMs: 6 * HOUR_MS, limit: ALERT_MAIL_LIMIT },
  // Who writes to us waits for the answer, with or without an account.
  'contact-answer': { security: true, usefulForMs: 14 * DAY_MS },
  'password-reset': { security: true, usefulForMs: 30 * MINUTE_MS, toUnconfirmed: true },
  'confirm-email': { security: true, usefulForMs: MAILED_LINKS['confirm-email'], toUnconfirmed: true },
  'email-change-old': { security: true, usefulForMs: MAILED_LINKS['email-change-old'] },
  'email-change-new': { security: true, usefulForMs: MAILED_LINKS['email-change-new'] },
  'complaint-received': { security: true, usefulForMs: 3 * DAY_MS },
  'account-closing': { security: true, usefulForMs: CLOSING_WAIT_MS },
  'closing-stopped': { security: true, usefulForMs: 7 * DAY_MS },
  'data-export-ready': { security: true, usefulForMs: 7 * DAY_MS },
  // Asked for by whoever gets them, with or without an account.
  'newsletter-confirm': { security: false, usefulForMs: MAILED_LINKS['newsletter-confirm'] },
  'newsletter-welcome': { security: false, usefulForMs: 7 * DAY_MS },
  'new-sign-in': { security: true, usefulForMs: 3 * DAY_MS, limit: SIGN_IN_MAIL_LIMIT },
  'security-change': { security: true, usefulForMs: 3 * DAY_MS },
};

/** Letters of the newsletter: each says how to leave it, to people and to mail programs. */
export const NEWSLETTER_KINDS = ['newsletter-confirm', 'newsletter-welcome'] as const;
export type NewsletterKind = (typeof NEWSLETTER_KINDS)[number];

export function isNewsletter(kind: MailKind): kind is NewsletterKind {
  return (NEWSLETTER_KINDS as readonly MailKind[]).includes(kind);
}

export const MAIL_KINDS = Object.keys(MAIL_RULES) as [MailKind, ...MailKind[]];

/** The kinds whose letters to one recipient are counted. */
export const LIMITED_MAIL = MAIL_KINDS.flatMap((kind) => {
  const { limit } = MAIL_RULES[kind];
  return limit === undefined ? [] : [{ kind, limit }];
});
