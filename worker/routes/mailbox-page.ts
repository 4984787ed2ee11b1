// The page of the local mailbox: a list, and the chosen message below it.

import { html, raw } from 'hono/html';
import en from '../../locales/en/mailbox.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mailbox.json' with { type: 'json' };
import type { LocalMail, LocalMailHead } from '../services/read-mailbox.ts';
import type { Language } from '../domain/settings-rules.ts';
import { localPage } from './local-page.ts';
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
  /** The recipient of the listed messages; empty: all. */
  readonly to: string;
  readonly mails: readonly LocalMailHead[];
  readonly chosen: Chosen;
};

export function mailboxPage(page: MailboxPage) {
  const { locale, home, nonce, to, chosen } = page;
  const words = WORDS[locale];
  return localPage({
    locale,
    nonce,
    title: `${typeof chosen === 'object' ? `${chosen.mail.subject} · ` : ''}${words.title}`,
    body: html`<header>
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
      </main>`,
  });
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
