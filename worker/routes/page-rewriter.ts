// What the Worker writes into a built page: a nonce, the site's origin, the current prices, the reader's language.
// Hydration must find nothing to change, so everything here is also what the app itself would render.

import type { PriceSnapshot } from '../contract/prices.ts';
import { fixedFigure } from '../domain/number-format.ts';
import { brlCents } from '../domain/exchange.ts';
import type { Language } from '../domain/settings-rules.ts';
import { ORIGIN_SLOT } from '../domain/site-map.ts';
import { pagePolicy } from '../http/security-headers.ts';
import type { LineWriter } from './boot-lines.ts';
import { isPrivatePage, privateTitle } from './private-titles.ts';
import type { TariffNotice } from './tariff-notice.ts';

export type PageContext = {
  readonly locale: Language;
  /** Without the language's prefix. */
  readonly path: string;
  readonly status: number;
  /** The site's public origin. */
  readonly origin: string;
  /** Whether this answer goes out over https. */
  readonly secure: boolean;
  readonly prices: PriceSnapshot | null;
  readonly lines: LineWriter;
  /** The id of the notice that this visitor has closed. */
  readonly closedIncident: string | null;
  /** What is announced about the fees, where it stands on this page. */
  readonly tariff: TariffNotice | null;
};

export function rewritePage(page: Response, context: PageContext): Response {
  const { locale, path, status, secure } = context;
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const rewritten = rewriter(nonce, context).transform(page);
  return new Response(rewritten.body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': pagePolicy(nonce, secure),
      Vary: 'Cookie, Sec-Fetch-Site, Sec-Fetch-Dest',
      ...(status !== 200 || isPrivatePage(path) ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  });
}

function rewriter(nonce: string, context: PageContext): HTMLRewriter {
  const { locale, path, origin, prices, lines, tariff } = context;
  const incident = incidentText(context);
  const withNonce = { element: (element: Element) => void element.setAttribute('nonce', nonce) };
  return new HTMLRewriter()
    .on('html', {
      element: (element) => {
        element.setAttribute('lang', locale);
        element.setAttribute('data-origin', origin);
      },
    })
    .on('title', {
      element: (element) => {
        if (isPrivatePage(path)) element.setInnerContent(`${privateTitle(path, locale)} · Onça`);
      },
    })
    .on('script', withNonce)
    .on('link[rel="modulepreload"]', {
      element: (element) => {
        withNonce.element(element);
        // The page reads the same without its scripts: styles and typefaces go first.
        element.setAttribute('fetchpriority', 'low');
      },
    })
    .on(`meta[content^="${ORIGIN_SLOT}"]`, originInto('content', origin))
    .on(`link[href^="${ORIGIN_SLOT}"]`, originInto('href', origin))
    .on('script[type="application/ld+json"]', originIntoText(origin))
    .on('[data-boot-price]', {
      element: (element) => {
        const text = priceText(prices, element.getAttribute('data-boot-price'), locale);
        if (text !== null) element.setInnerContent(text);
      },
    })
    .on('body', {
      element: (element) => {
        // No part of the app: React leaves elements of the body that it does not know alone.
        if (tariff !== null) element.prepend(tariffSlot(tariff), { html: true });
        if (incident !== null) element.prepend(incidentSlot(incident), { html: true });
      },
    })
    .on('path[data-boot-line]', lines)
    .on('head', { element: (element) => void element.append(bootBlock(prices, nonce), { html: true }) });
}

/** Null where there is none, and for a visitor who has closed it. */
function incidentText({ prices, locale, closedIncident }: PageContext): string | null {
  const incident = prices?.incident;
  return incident === undefined || incident.id === closedIncident ? null : incident.text[locale];
}

function tariffSlot({ text, link, href }: TariffNotice): string {
  return `<output id="tariff-notice">${text} <a href="${href}">${link}</a></output>`;
}

/** Its cross comes with the app's late code (web/shell/incident-banner.tsx). */
function incidentSlot(text: string): string {
  const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<output id="incident"><span>${written}</span></output>`;
}

function originInto(attribute: string, origin: string) {
  return {
    element: (element: Element) => {
      const value = element.getAttribute(attribute) ?? '';
      element.setAttribute(attribute, value.replace(ORIGIN_SLOT, origin));
    },
  };
}

/** A text may arrive in pieces, and a slot may lie across two of them: it is put together first. */
function originIntoText(origin: string) {
  let whole = '';
  return {
    text: (piece: Text) => {
      whole += piece.text;
      if (!piece.lastInTextNode) return void piece.remove();
      piece.replace(whole.replaceAll(ORIGIN_SLOT, origin), { html: true });
      whole = '';
    },
  };
}

/** `gold`, or `gold-BRL` in reais: the same text the page itself would write, so that hydration finds nothing to change. */
function priceText(prices: PriceSnapshot | null, slot: string | null, locale: Language): string | null {
  const [metal, currency] = slot?.split('-') ?? [];
  const price = prices?.prices.find((candidate) => candidate.metal === metal)?.priceCents;
  const rate = currency === 'BRL' ? prices?.fx?.usdBrlE4 : 10_000;
  if (price === undefined || rate === undefined) return null;
  return fixedFigure(locale === 'en' ? 'en-US' : 'pt-BR', brlCents(price, rate), 2);
}

/** Data, not script: `<` is escaped so that no text inside can close the element. */
function bootBlock(prices: PriceSnapshot | null, nonce: string): string {
  const json = JSON.stringify({ prices }).replaceAll('<', '\\u003c');
  return `<script id="boot" type="application/json" nonce="${nonce}">${json}</script>`;
}
