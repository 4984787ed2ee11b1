// The page of the local bank: the charges and payments of the sandbox, with a button for each thing that a payer or a bank can do.

import { html } from 'hono/html';
import en from '../../locales/en/bank.json' with { type: 'json' };
import pt from '../../locales/pt-BR/bank.json' with { type: 'json' };
import { type Bank, BANK_ACTIONS } from '../contract/pix.ts';
import { fixedFigure, type LanguageTag } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';
import { localPage } from './local-page.ts';
import { localisedPath } from './page-address.ts';

const WORDS: Readonly<Record<Language, typeof pt>> = { 'pt-BR': pt, en };
const TAG: Readonly<Record<Language, LanguageTag>> = { 'pt-BR': 'pt-BR', en: 'en-US' };
/** Without a charge: a TED of the customer, one of somebody else, a PIX of nobody. */
const ALONE = ['ted', 'ted-other', 'pay-unknown'] as const;

export type BankPage = {
  readonly locale: Language;
  /** This page's own address. */
  readonly home: string;
  readonly nonce: string;
  /** The customer whose charges are listed; empty: all. */
  readonly to: string;
  readonly bank: Bank;
  /** What came of the pressed button; `wrong`: it could not be read. */
  readonly outcome: { readonly told: string; readonly applied: string } | 'wrong' | null;
};

export function bankPage(page: BankPage) {
  const { locale, home, nonce, to, outcome } = page;
  const words = WORDS[locale];
  return localPage({
    locale,
    nonce,
    title: words.title,
    body: html`<header>
        <h1><a href="${home}">${words.title}</a></h1>
        <p>${words.lead}</p>
        <a href="${localisedPath(locale, '/dashboard')}">${words.site}</a>
      </header>
      <main>
        ${
          outcome === null
            ? ''
            : html`<p role="status">
                <strong>${outcome === 'wrong' ? words.wrong : filled(words.told, outcome)}</strong>
              </p>`
        }
        <form action="${home}" method="get">
          <label for="to">${words.to}</label>
          <input id="to" name="to" type="search" value="${to}" maxlength="254" />
          <button type="submit">${words.filter}</button>
          <p>
            <a href="${home}${to === '' ? '' : `?to=${encodeURIComponent(to)}`}">${words.refresh}</a>
            ${to === '' ? '' : html`<a href="${home}">${words.everybody}</a>`}
          </p>
        </form>
        ${charges(page)} ${alone(page)} ${payments(page)}
      </main>`,
  });
}

function charges({ locale, home, to, bank }: BankPage) {
  const words = WORDS[locale];
  return html`<section>
    <h2>${words.charges}</h2>
    ${bank.charges.length === 0 ? html`<p>${words.noCharges}</p>` : ''}
    <ol>
      ${bank.charges.map(({ txid, email, state, brlCents, usdCents, expiresAt }) => {
        const said = filled(words.charge, {
          brl: reais(locale, brlCents),
          usd: money(locale, 'US$', usdCents),
          time: timeOf(locale, expiresAt),
        });
        return html`<li>
          <strong>${said}</strong>
          <span>${email}, ${words.states[state]}</span>
          <span>${filled(words.code, { txid })}</span>
          <form action="${home}" method="post">
            <input type="hidden" name="to" value="${to}" />
            <input type="hidden" name="txid" value="${txid}" />
            ${BANK_ACTIONS.filter((action) => action !== 'contest' || state === 'paid').map(
              (action) =>
                html`<button type="submit" name="do" value="${action}">${words.do[action]}</button> `,
            )}
          </form>
        </li>`;
      })}
    </ol>
  </section>`;
}

function alone({ locale, home, to }: BankPage) {
  const words = WORDS[locale];
  return html`<section>
    <h2>${words.sent}</h2>
    <form action="${home}" method="post">
      <input type="hidden" name="to" value="${to}" />
      <p>
        <label for="email">${words.to}</label>
        <input id="email" name="email" type="text" inputmode="email" value="${to}" maxlength="254" />
      </p>
      <p>
        <label for="amount">${words.amount}</label>
        <input id="amount" name="amount" type="text" inputmode="decimal" maxlength="14" />
      </p>
      ${ALONE.map(
        (action) => html`<button type="submit" name="do" value="${action}">${words.do[action]}</button> `,
      )}
    </form>
  </section>`;
}

function payments({ locale, bank }: BankPage) {
  const words = WORDS[locale];
  return html`<section>
    <h2>${words.payments}</h2>
    ${bank.payments.length === 0 ? html`<p>${words.noPayments}</p>` : ''}
    <ol>
      ${bank.payments.map(
        ({ id, method, email, brlCents, state, reason, paidAt }) =>
          html`<li>
            <strong>${words.methods[method]}, ${reais(locale, brlCents)}, ${words.became[state]}</strong>
            <span>${email ?? words.nobody}${reason === null ? '' : `, ${words.reasons[reason]}`}</span>
            <span>${id}</span>
            <time datetime="${paidAt}">${timeOf(locale, paidAt)}</time>
          </li>`,
      )}
    </ol>
  </section>`;
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => values[name] ?? '');
}

const reais = (locale: Language, cents: number) => money(locale, 'R$', cents);

function money(locale: Language, sign: string, cents: number): string {
  return `${sign}${locale === 'pt-BR' ? '\u00a0' : ''}${fixedFigure(TAG[locale], cents, 2)}`;
}

function timeOf(locale: Language, at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' } as const;
  return new Intl.DateTimeFormat(TAG[locale], options).format(new Date(at));
}
