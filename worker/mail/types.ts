// What the files of this room hand to each other.

import type pt from '../../locales/pt-BR/mail.json';
import type { MailKind } from '../domain/mail-messages.ts';
import type { Language, WeightUnit } from '../domain/settings-rules.ts';

export type MailWords = typeof pt;
/** How the customer sees money and metal (P49, P50). Orders are in dollars and ounces, which every message says too. */
export type Reader = {
  /** The dollar in reais when the message was written, for who chose reais; null shows dollars alone. */
  readonly rate: { readonly usdBrlE4: number; readonly at: number } | null;
  readonly weightUnit: WeightUnit;
};
export type Speaker = { readonly language: Language; readonly words: MailWords; readonly reader: Reader };

/** A page of the site, without language: `/profile/security`. */
export type MailLink = { readonly label: string; readonly path: string };

/** A fact beside its label; the most important one may be emphasised. */
export type MailRow = readonly [label: string, value: string, weight?: 'sum'];

/** What one kind of message has to say: sentences, facts and where to go next. */
export type MailContent = {
  readonly subject: string;
  /** What a list of messages shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly MailRow[];
  /** What the message answers, as it was written. */
  readonly quote?: { readonly label: string; readonly text: string };
  readonly action: MailLink;
  /** Below the button: what else to know. */
  readonly after: readonly string[];
  readonly second?: MailLink;
};

export type LetterLink = { readonly label: string; readonly url: string };

/** All that both forms of a message say, with greeting, footer and whole addresses. */
export type Letter = Omit<MailContent, 'action' | 'second'> & {
  readonly language: Language;
  readonly greeting: string | null;
  readonly action: LetterLink;
  readonly second: LetterLink | null;
  /** Freezes the account: last of all, because it is for the worst case. */
  readonly freeze: { readonly text: string; readonly link: LetterLink } | null;
  readonly brand: string;
  readonly home: string;
  readonly footer: readonly string[];
  readonly settings: LetterLink | null;
};

/** What a transport sends. */
export type RenderedMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly language: Language;
  readonly to: string;
  readonly from: { readonly name: string; readonly email: string };
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Record<string, string>;
  readonly at: number;
};

export type SendOutcome =
  | { readonly sent: true; readonly providerId: string }
  | {
      readonly sent: false;
      readonly error: string;
      /** 'later': it may pass by itself. 'never': this message will not be taken, so a retry is useless. */
      readonly retry: 'later' | 'never';
      /** The transport itself is at its limit or not set up: no other message would fare better now. */
      readonly pause: boolean;
    };

export type MailTransport = {
  readonly name: 'send_email' | 'mailbox';
  /** One outcome per message, in order. Never throws for a message's sake. */
  send(mails: readonly RenderedMail[]): Promise<readonly SendOutcome[]>;
};
