// What the Worker writes into a built page, and that nothing in a page or a setting can break out of it.

import { describe, expect, test } from 'vitest';
import { ORIGIN_SLOT } from '../../../worker/domain/site-map.ts';
import { type PageContext, rewritePage } from '../../../worker/routes/page-rewriter.ts';
import { hasTariffNotice, tariffNotice } from '../../../worker/routes/tariff-notice.ts';
import { aSnapshot } from '../../support/snapshots.ts';

const BUILT = `<!doctype html><html lang="pt-BR"><head><title>Onça</title>
<link rel="canonical" href="${ORIGIN_SLOT}/gold"><link rel="stylesheet" href="/a.css">
<meta property="og:url" content="${ORIGIN_SLOT}/gold"><meta name="description" content="about ${ORIGIN_SLOT}">
<script type="application/ld+json">{"url":"${ORIGIN_SLOT}/gold","again":"${ORIGIN_SLOT}/#site"}</script>
<link rel="modulepreload" href="/a.js"><script src="/theme.js"></script></head>
<body><b data-boot-price="gold">–</b><b data-boot-price="unobtainium">–</b><script>1</script></body></html>`;

const CONTEXT: PageContext = {
  locale: 'pt-BR',
  path: '/gold',
  status: 200,
  origin: 'https://onca.example',
  secure: true,
  prices: null,
  lines: { element: () => Promise.resolve() },
  closedIncident: null,
  tariff: null,
};

/** The page arrives in pieces of `size` bytes, as it may from a disk or a network. */
async function rewritten(
  context: Partial<PageContext> = {},
  size = 1e9,
): Promise<{ page: string; headers: Headers }> {
  const bytes = new TextEncoder().encode(BUILT);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const reply = rewritePage(new Response(body), { ...CONTEXT, ...context });
  return { page: await reply.text(), headers: reply.headers };
}

describe.each([1, 7, 64, 1e9])('a page that arrives %d bytes at a time', (size) => {
  test('names the origin wherever the build left its slot', async () => {
    const { page } = await rewritten({}, size);
    expect(page).toContain('data-origin="https://onca.example"');
    expect(page).toContain('href="https://onca.example/gold"');
    expect(page).toContain('content="https://onca.example/gold"');
    expect(page).toContain('{"url":"https://onca.example/gold","again":"https://onca.example/#site"}');
    // A sentence that happens to name it is left alone.
    expect(page).toContain(`content="about ${ORIGIN_SLOT}"`);
  });
});

test('every script carries the nonce of the policy, which is new each time', async () => {
  const [first, second] = [await rewritten(), await rewritten()];
  const nonce = /'nonce-([0-9a-f]{32})'/u.exec(first.headers.get('Content-Security-Policy') ?? '')?.[1];
  expect(second.headers.get('Content-Security-Policy')).not.toContain(nonce);
  const scripts = first.page.match(/<(?:script|link rel="modulepreload")[^>]*>/gu) ?? [];
  expect(scripts).toHaveLength(5);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

test('the price is written as each language writes it; an unknown one is left as it was', async () => {
  const prices = aSnapshot();
  const gold = prices.prices.find(({ metal }) => metal === 'gold')?.priceCents ?? 0;
  const portuguese = (gold / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  const english = (gold / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  expect((await rewritten({ prices })).page).toContain(`<b data-boot-price="gold">${portuguese}</b>`);
  const { page } = await rewritten({ prices, locale: 'en' });
  expect(page).toContain(`<b data-boot-price="gold">${english}</b>`);
  expect(page).toContain('<b data-boot-price="unobtainium">–</b>');
  expect((await rewritten()).page).toContain('<b data-boot-price="gold">–</b>');
});

test('the data of the page cannot close its element', async () => {
  const prices = aSnapshot();
  const hostile = { ...prices, source: { ...prices.source, name: '</script><script>alert(1)</script>' } };
  const { page } = await rewritten({ prices: hostile });
  expect(page).not.toContain('alert(1)</script>');
  expect(page).toContain(String.raw`\u003c/script>`);
});

test.each([
  [{}, null],
  [{ status: 404 }, 'noindex'],
  [{ path: '/dashboard' }, 'noindex'],
] as const)('with %o robots are told %s', async (context, told) => {
  expect((await rewritten(context)).headers.get('X-Robots-Tag')).toBe(told);
});

test('over https the browser is asked to stay there', async () => {
  const policy = async (secure: boolean) =>
    (await rewritten({ secure })).headers.get('Content-Security-Policy');
  expect(await policy(true)).toContain('upgrade-insecure-requests');
  expect(await policy(false)).not.toContain('upgrade-insecure-requests');
});

describe('the operators’ notice', () => {
  const text = {
    'pt-BR': 'Depósitos por PIX atrasam <hoje> & amanhã.',
    en: 'PIX deposits are late <today>.',
  };
  const prices = { ...aSnapshot(), incident: { id: 'notice-1', text } };

  test('stands in the page as it is sent, in its language, and is text', async () => {
    const { page } = await rewritten({ prices });
    expect(page).toContain(
      '<body><output id="incident"><span>Depósitos por PIX atrasam &lt;hoje&gt; &amp; amanhã.</span></output>',
    );
    expect((await rewritten({ prices, locale: 'en' })).page).toContain(
      'PIX deposits are late &lt;today&gt;.',
    );
  });

  test('is not sent to who has closed it; the next one is', async () => {
    const shown = '<output id="incident">';
    expect((await rewritten({ prices, closedIncident: 'notice-1' })).page).not.toContain(shown);
    expect((await rewritten({ prices, closedIncident: 'notice-0' })).page).toContain(shown);
    expect((await rewritten({ prices: aSnapshot() })).page).not.toContain(shown);
    expect((await rewritten()).page).not.toContain(shown);
  });
});

describe('the line that announces a fee', () => {
  const NOW = Date.parse('2026-11-24T12:00:00.000Z');
  const tariff = {
    fromDay: '2026-12-24',
    announcedAt: '2026-11-20T00:00:00.000Z',
    freeDays: 365,
    aboveCents: 1_000_000,
    centDaysPerCent: 73_000,
  };

  test('stands before everything else until the day, in the language of the page', async () => {
    const english = await rewritten({ locale: 'en', tariff: tariffNotice('en', tariff, NOW) });
    expect(english.page).toContain(
      '<body><output id="tariff-notice">From December 24, 2026, storing metal costs 0.5% a year of its value above US$10,000.',
    );
    expect(english.page).toContain('href="/en/pricing#storage"');
    const { page } = await rewritten({ tariff: tariffNotice('pt-BR', tariff, NOW) });
    expect(page).toContain(
      'A partir de 24 de dezembro de 2026, guardar metal custa 0,5% ao ano do valor acima de US$\u00a010.000.',
    );
    expect(page).toContain('href="/pricing#storage"');
  });

  test('is gone with the day, and is not there without an announcement', async () => {
    const day = Date.parse('2026-12-24T00:00:00.000Z');
    expect(tariffNotice('en', tariff, day - 1)).not.toBeNull();
    expect(tariffNotice('en', tariff, day)).toBeNull();
    expect(tariffNotice('en', null, NOW)).toBeNull();
    expect((await rewritten()).page).not.toContain('tariff-notice');
  });

  test('stands on the prices and on private pages of customers alone', () => {
    expect(['/pricing', '/dashboard', '/storage', '/profile/data'].every(hasTariffNotice)).toBe(true);
    expect(['/', '/gold', '/admin', '/admin/tariff', '/legal/terms'].some(hasTariffNotice)).toBe(false);
  });
});
