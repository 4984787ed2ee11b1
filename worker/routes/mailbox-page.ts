// The page of the local mailbox: a list, and the chosen message below it. It needs nothing of the site's app, so that it works
// when the app does not.

import { html, raw } from 'hono/html';
import en from '../../locales/en/mailbox.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mailbox.json' with { type: 'json' };
import type { LocalMail, LocalMailHead } from '../services/read-mailbox.ts';
import type { Language } from '../domain/settings-rules.ts';
import { localisedPath } from './page-address.ts';
import { iso } from '../domain/time.ts';

/** The browser's own colours and controls; only what a phone and a pointer need. */
const STYLES = `
html { background: Canvas; color: CanvasText; }
body { max-width: 60rem; margin: 0 auto; padding: 0 1rem 2rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
a, button, input { min-height: 2.75rem; line-height: 2.75rem; font-size: 1rem; }
input { max-width: 100%; box-sizing: border-box; }
.views a { display: inline-block; margin-right: 1.5rem; }
li strong, li span, li time { display: block; line-height: 1.5; }
iframe { width: 100%; height: 65rem; border: 1px solid; box-sizing: border-box; }
pre { overflow-x: auto; }
`;

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
  /** The recipient of the listed messages; empty: all. */
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
          ${raw(STYLES)}
        </style>
      </head>
      <body>
        <header>
          <h1><a href="${home}">${words.title}</a></h1>
          <p>${words.lead}</p>
          <a href="${localisedPath(locale, '/')}">${words.site}</a>
        </header>
        <main>
          <nav aria-label="${words.all}">
            <form action="${home}" method="get">
              <label for="to">${words.to}</label>
              <input id="to" name="to" type="search" value="${to}" maxlength="254" />
              <button type="submit">${words.filter}</button>
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
    return html`<p>${words.none}</p>
      <p>${words.noneHint}</p>`;
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
  if (chosen === 'none') return html`<p>${words.choose}</p>`;
  const back = html`<a href="${withRecipient(home, to)}">${words.all}</a>`;
  if (chosen === 'gone')
    return html`${back}
      <p>${words.gone}</p>`;
  const { mail, view } = chosen;
  const address = addressOf(home, mail.id);
  const body = `${addressOf('/dev/mailbox', mail.id)}/body`;
  return html`${back}
    <article>
      <h2>${mail.subject}</h2>
      <dl>
        <dt>${words.from}</dt>
        <dd>${mail.sender}</dd>
        <dt>${words.for}</dt>
        <dd>${mail.recipient}</dd>
        <dt>${words.received}</dt>
        <dd>${timeOf(locale, mail.receivedAt)}</dd>
        ${headerRows(mail)}
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

/** What mail programs read of a letter of a list. */
function headerRows({ headers }: LocalMail) {
  const named = Object.entries(JSON.parse(headers) as Record<string, string>);
  return named
    .filter(([name]) => name.startsWith('List-'))
    .map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    );
}

function addressOf(home: string, id: string): string {
  return `${home}/${encodeURIComponent(id)}`;
}

/** Keeps the filter by recipient in links. */
function withRecipient(address: string, to: string): string {
  if (to === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}to=${encodeURIComponent(to)}`;
}

function timeOf(locale: Language, at: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium', timeZone: ZONE[locale] } as const;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, options).format(new Date(at));
}
