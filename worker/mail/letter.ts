// The content of a message: the sentences and facts of each kind between a greeting and a footer, in the customer's
// language. `html.ts` and `text.ts` format it.

import en from '../../locales/en/mail.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mail.json' with { type: 'json' };
import { firstName } from '../domain/first-name.ts';
import { isNewsletter, MAIL_RULES, type MailKind, type MailMessage } from '../domain/mail-messages.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import type { Language } from '../domain/settings-rules.ts';
import { complaintReceived } from './complaints.ts';
import { accountClosing, closingStopped, dataExportReady } from './rights.ts';
import { statementReady } from './statements.ts';
import { chargeBack, depositFailed } from './deposits.ts';
import { depositContested, reaisRefunded } from './reais.ts';
import { contactAnswer } from './contact-answers.ts';
import { fill } from './fill.ts';
import { gathered } from './gathered.ts';
import { identity } from './identity.ts';
import { operatorAlert } from './operator-alerts.ts';
import { newsletterConfirm, newsletterWelcome } from './newsletter.ts';
import { storageReceipt, storageTariff } from './storage.ts';
import { depositReceipt, reversalReceipt, tradeReceipt } from './receipts.ts';
import { confirmEmail, emailChange, newSignIn, passwordReset, securityChange } from './security-notices.ts';
import { alertFired, welcome } from './service-notices.ts';
import {
  payoutAccountAdded,
  withdrawalConfirm,
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
} from './withdrawals.ts';
import type { Letter, LetterLink, MailContent, MailLink, MailWords, Reader, Speaker } from './types.ts';

const WORDS: Readonly<Record<Language, MailWords>> = { 'pt-BR': pt, en };

export const PLAIN_READER: Reader = { rate: null, weightUnit: 'oz' };

type Of<K extends MailKind> = Extract<MailMessage, { kind: K }>;
type Writers = {
  readonly [K in MailKind]: (speaker: Speaker, message: Of<K>, secret: string) => MailContent;
};

const WRITERS: Writers = {
  welcome,
  'deposit-receipt': depositReceipt,
  'deposit-failed': depositFailed,
  'charge-back': chargeBack,
  'reais-refunded': reaisRefunded,
  'deposit-contested': depositContested,
  'trade-receipt': tradeReceipt,
  'reversal-receipt': reversalReceipt,
  'withdrawal-requested': withdrawalRequested,
  'withdrawal-confirm': withdrawalConfirm,
  'withdrawal-paid': withdrawalPaid,
  'withdrawal-returned': withdrawalReturned,
  'payout-account-added': payoutAccountAdded,
  'storage-tariff': storageTariff,
  'storage-receipt': storageReceipt,
  'operator-alert': operatorAlert,
  'alert-fired': alertFired,
  'contact-answer': contactAnswer,
  'complaint-received': complaintReceived,
  identity,
  'password-reset': passwordReset,
  'confirm-email': confirmEmail,
  'email-change-old': emailChange,
  'email-change-new': emailChange,
  'new-sign-in': newSignIn,
  'security-change': securityChange,
  'account-closing': accountClosing,
  'closing-stopped': closingStopped,
  'data-export-ready': dataExportReady,
  'statement-ready': statementReady,
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
};

export type ToWrite = {
  readonly message: MailMessage;
  /** Later ones of the same kind that the letter tells of as well. */
  readonly others?: readonly MailMessage[];
  readonly fullName: string;
  readonly language: Language;
  /** By default dollars and ounces. */
  readonly reader?: Reader;
  /** What every link begins with. */
  readonly origin: string;
  /** The token of the message's link; empty where it has none. */
  readonly secret: string;
  /** Of the link that freezes the account; empty where the letter carries none. */
  readonly freezeToken: string;
  /** Of a letter of the newsletter: takes the address off the list. */
  readonly leaveToken?: string | undefined;
};

export function letterOf(mail: ToWrite): Letter {
  const { message, others = [], fullName, language, origin, secret, freezeToken, reader } = mail;
  const words = WORDS[language];
  // Each kind meets its own writer; TypeScript cannot follow that through the table.
  const write = WRITERS[message.kind] as (s: Speaker, m: MailMessage, secret: string) => MailContent;
  const speaker = { language, words, reader: reader ?? PLAIN_READER };
  const single = (one: MailMessage) => ({ message: one, content: write(speaker, one, secret) });
  const content =
    others.length === 0
      ? write(speaker, message, secret)
      : gathered(speaker, [single(message), ...others.map(single)]);
  const link = ({ label, path }: MailLink): LetterLink => ({ label, url: pageUrl(origin, language, path) });
  const name = firstName(fullName);
  const settingsOf = (): LetterLink | null => {
    if (isNewsletter(message.kind)) {
      return link({
        label: words.footer.leave,
        path: `/newsletter/leave#token=${encodeURIComponent(mail.leaveToken ?? '')}`,
      });
    }
    const { security } = MAIL_RULES[message.kind];
    return security ? null : link({ label: words.footer.change, path: '/profile/settings' });
  };
  return {
    ...content,
    language,
    greeting: name === null ? null : fill(words.greeting, { name }),
    action: link(content.action),
    second: content.second === undefined ? null : link(content.second),
    freeze:
      freezeToken === ''
        ? null
        : {
            text: words.freeze.text,
            // The token goes into the fragment, which reaches no log, no proxy and no other site.
            link: link({
              label: words.freeze.link,
              path: `/freeze#token=${encodeURIComponent(freezeToken)}`,
            }),
          },
    brand: words.sender,
    home: pageUrl(origin, language, '/'),
    footer: [
      words.footer[reasonOf(message.kind)],
      words.footer.safety,
      fill(words.footer.help, { email: SITE_OWNER.email }),
      words.footer.what,
    ],
    settings: settingsOf(),
  };
}

/** Why the message came, as the footer says it. */
function reasonOf(
  kind: MailKind,
): 'operators' | 'contact' | 'fees' | 'withdrawals' | 'required' | 'optional' | 'newsletter' {
  if (isNewsletter(kind)) return 'newsletter';
  if (kind === 'operator-alert') return 'operators';
  if (kind === 'contact-answer' || kind === 'complaint-received') return 'contact';
  if (kind === 'storage-tariff' || kind === 'storage-receipt') return 'fees';
  if (kind.startsWith('withdrawal-')) return 'withdrawals';
  return MAIL_RULES[kind].security ? 'required' : 'optional';
}

/** No prefix is Portuguese, /en is English. */
function pageUrl(origin: string, language: Language, path: string): string {
  if (language === 'pt-BR') return origin + path;
  return origin + (path === '/' ? '/en' : `/en${path}`);
}
