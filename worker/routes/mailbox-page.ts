// The page of the local mailbox: a list, and the chosen message beside it or, on a phone, instead of it. It stands by
// itself, without the site's app, so that it works when the app does not.

import { html, raw } from 'hono/html';
import en from '../../locales/en/mailbox.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mailbox.json' with { type: 'json' };
import type { LocalMail, LocalMailHead } from '../services/read-mailbox.ts';
import type { Language } from '../domain/settings-rules.ts';
import { MAILBOX_STYLES } from './mailbox-styles.ts';
import { localisedPath } from './page-address.ts';
import { iso } from '../domain/time.ts';

const WORDS: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };
const ZONE: Readonly<Record<Language, string>> = { 'pt-BR': 'America/Sao_Paulo', en: 'UTC' };

export type Chosen =
  | 'none'
  | 'gone'
  | { readonly mail: LocalMail; /** Formatted, or the text alone. */ readonly view: 'html' | 'text' };

export type MailboxPage = {
  readonly locale: Language;
  /** This page's own address. */
  readonly home: string;
  readonly nonce: string;
  /** Whose messages are listed; empty: everybody's. */
  readonly to: string;
  readonly mails: readonly LocalMailHead[];
  readonly chosen: Chosen;
};

export function mailboxPage(page: MailboxPage) {
  const { locale, home, nonce, to, chosen } = page;
  const words = WORDS[locale];
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${typeof chosen === 'object' ? `${chosen.mail.subject} · ` : ''}${words.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${raw(MAILBOX_STYLES)}
        </style>
      </head>
      <body class="${chosen === 'none' ? 'listing' : 'reading'}">
        <header>
          <div>
            <h1><a href="${home}">${words.title}</a></h1>
            <p>${words.lead}</p>
          </div>
          <a class="quiet" href="${localisedPath(locale, '/')}">${words.site}</a>
        </header>
        <main class="panes">
          <nav aria-label="${words.all}">
            <form action="${home}" method="get">
              <label for="to">${words.to}</label>
              <div>
                <input
                  id="to"
                  name="to"
                  type="search"
                  value="${to}"
                  maxlength="254"
                  autocomplete="off"
                  spellcheck="false"
                />
                <button type="submit">${words.filter}</button>
              </div>
              <p>
                <a href="${withRecipient(home, to)}">${words.refresh}</a>
                ${to === '' ? '' : html`<a href="${home}">${words.everybody}</a>`}
              </p>
            </form>
            ${list(page)}
          </nav>
          <section>${reader(page)}</section>
        </main>
      </body>
    </html>`;
}

function list({ locale, home, to, mails, chosen }: MailboxPage) {
  const words = WORDS[locale];
  if (mails.length === 0) {
    return html`<div class="empty">
      <p>${words.none}</p>
      <p>${words.noneHint}</p>
    </div>`;
  }
  const open = typeof chosen === 'object' ? chosen.mail.id : null;
  return html`<ol>
    ${mails.map(
      (mail) =>
        html`<li>
          <a
            href="${withRecipient(addressOf(home, mail.id), to)}"
            ${mail.id === open ? raw(' aria-current="true"') : ''}
          >
            <strong>${mail.subject}</strong>
            <span>${mail.recipient}</span>
            <time datetime="${iso(mail.receivedAt)}">${timeOf(locale, mail.receivedAt)}</time>
          </a>
        </li>`,
    )}
  </ol>`;
}

function reader({ locale, home, to, chosen }: MailboxPage) {
  const words = WORDS[locale];
  if (chosen === 'none') return html`<p class="empty">${words.choose}</p>`;
  const back = html`<a class="back" href="${withRecipient(home, to)}">${words.all}</a>`;
  if (chosen === 'gone')
    return html`${back}
      <p class="empty">${words.gone}</p>`;
  const { mail, view } = chosen;
  const address = addressOf(home, mail.id);
  const body = `${addressOf('/dev/mailbox', mail.id)}/body`;
  return html`${back}
    <article>
      <h2>${mail.subject}</h2>
      <dl>
        <div>
          <dt>${words.from}</dt>
          <dd>${mail.sender}</dd>
        </div>
        <div>
          <dt>${words.for}</dt>
          <dd>${mail.recipient}</dd>
        </div>
        <div>
          <dt>${words.received}</dt>
          <dd>${timeOf(locale, mail.receivedAt)}</dd>
        </div>
      </dl>
      <p class="views">
        <a href="${withRecipient(address, to)}" ${view === 'html' ? raw(' aria-current="true"') : ''}
          >${words.formatted}</a
        >
        <a
          href="${withRecipient(`${address}?view=text`, to)}"
          ${view === 'text' ? raw(' aria-current="true"') : ''}
          >${words.plain}</a
        >
        <a href="${body}">${words.alone}</a>
      </p>
      ${
        view === 'html'
          ? html`<iframe
              src="${body}"
              title="${words.frame}"
              sandbox="allow-top-navigation-by-user-activation"
            ></iframe>`
          : html`<pre tabindex="0" lang="${mail.language}">${mail.text}</pre>`
      }
    </article>`;
}

function addressOf(home: string, id: string): string {
  return `${home}/${encodeURIComponent(id)}`;
}

/** Whoever is looking at one recipient's messages goes on doing so. */
function withRecipient(address: string, to: string): string {
  if (to === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}to=${encodeURIComponent(to)}`;
}

function timeOf(locale: Language, at: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium', timeZone: ZONE[locale] } as const;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, options).format(new Date(at));
}
