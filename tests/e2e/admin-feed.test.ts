// The operators' price feed in both languages: what the sources say, asking them, and a pause whose reason customers read,
// in their own language, until it is lifted.

import type { Browser, Locator, Page } from 'playwright/test';
import type { IncidentReport } from '../../worker/contract/operators/incident.ts';
import type { FeedReport } from '../../worker/contract/operators/price-feed.ts';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { PAUSE_REASON_MAX } from '../../worker/domain/feed-report.ts';
import { Dashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';
import { type Language, LANGUAGES, PORTUGUESE, say } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { prove, signUpOperator } from './support/operators.ts';
import { watchShifts } from './support/shifts.ts';
import { afterRetries, holdBack } from './support/clock.ts';
import { Account, expect, type Person, test, testsOf } from './support/test.ts';
import {
  adminFeedWords,
  adminFrameWords,
  adminIncidentWords,
  proofWords,
  shellLateWords,
  titlesWords,
  translator,
} from '../support/words.ts';

const FEED = '/api/admin/price-feed';
const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

/** Nobody else's test may find the market paused. */
async function quotingGoesOn(page: Page, account: Account, person: Person): Promise<void> {
  const { paused } = (await (await page.request.get(FEED)).json()) as FeedReport;
  if (paused === null) return;
  prove(person);
  await account.post(`${FEED}/resume`, { pauseId: paused.id });
}

/** Nor a notice at the top of their pages. */
async function noticeIsOver(page: Page, account: Account, person: Person): Promise<void> {
  const { incident } = (await (await page.request.get('/api/admin/incident')).json()) as IncidentReport;
  if (incident === null || Date.parse(incident.endsAt) <= Date.now()) return;
  prove(person);
  await account.post('/api/admin/incident/end', { id: incident.id });
}

/** A word without an end, as an operator may write one: no phone scrolls sideways for it. */
const WORD = 'W'.repeat(90);
async function fitsPhones(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wider).toBeLessThanOrEqual(0);
  if (before !== null) await page.setViewportSize(before);
}

/** A customer at home, in a browser of their own. */
async function customerOf(browser: Browser, language: Language, origin: string) {
  const context = await browser.newContext({
    baseURL: origin,
    extraHTTPHeaders: { 'CF-Connecting-IP': '10.77.0.1' },
  });
  const account = new Account(context, origin);
  await account.signUpInvestor(language.locale);
  const page = await context.newPage();
  const dashboard = new Dashboard(page, language);
  return { context, page, dashboard };
}

for (const language of LANGUAGES) {
  const { inEnglish } = testsOf(language.locale);
  const t = translator(adminFeedWords, language.locale);
  const proof = translator(proofWords, language.locale);

  inEnglish(
    `a pause is read by customers with its reason, and lifted again: ${language.locale}`,
    async ({ page, account, browser, baseURL }) => {
      const person = await signUpOperator(account, { language: language.locale });
      const customer = await customerOf(browser, language, baseURL ?? '');
      try {
        await page.goto(language.path('/admin/feed'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          titlesWords.say(language.locale, 'priceSources.title'),
        );
        await expect(page.getByText(t('standing.liveNote'), { exact: true })).toBeVisible();

        await button(page, t('pause.button')).click();
        const dialog = page.getByRole('dialog', { name: t('pause.title') });
        await button(dialog, t('pause.submit')).click();
        await expect(dialog.getByText(t('pause.errors.short'))).toHaveCount(2);
        await dialog.getByLabel(t('pause.pt')).fill(` manutenção da fonte ${WORD}. `);
        await dialog.getByLabel(t('pause.en')).fill('x'.repeat(PAUSE_REASON_MAX + 1));
        await expect(dialog.getByText(t('pause.errors.long', { max: PAUSE_REASON_MAX }))).toBeVisible();
        await dialog.getByLabel(t('pause.en')).fill(`source maintenance ${WORD}`);
        await button(dialog, t('pause.submit')).click();
        const question = page.getByRole('dialog', { name: proof('title') });
        await question.getByLabel(proof('totp.label')).fill(codeOf(person.key, 0));
        await button(question, proof('submit')).click();
        await expect(page.getByText(t('standing.pausedNote'))).toBeVisible();
        await expect(page.getByText(t('paused.pt', { reason: `manutenção da fonte ${WORD}` }))).toBeVisible();

        const reason = `${language.locale === 'pt-BR' ? 'manutenção da fonte' : 'source maintenance'} ${WORD}`;
        await test.step('the prices are called paused, and every other page says so and leads back', async () => {
          await expect(page.locator('.feed-accepted').first()).toContainText(t('series.paused'));
          const frame = translator(adminFrameWords, language.locale);
          await page
            .locator('.rail-nav')
            .getByRole('link', { name: frame('tabs.audit') })
            .click();
          await expect(page.getByRole('alert').filter({ hasText: frame('paused.title') })).toContainText(
            reason,
          );
          await page.getByRole('link', { name: frame('paused.see') }).click();
          await expect(page.getByText(t('standing.pausedNote'))).toBeVisible();
        });
        await customer.dashboard.open();
        await expect(customer.dashboard.badge('paused')).toBeVisible();
        await expect(customer.dashboard.prices).toContainText(
          say(language.words.feed.paused.because, { reason }),
        );
        await fitsPhones(customer.page);
        await customer.dashboard.buyMetals.click();
        await expect(customer.page.getByRole('dialog')).toContainText(
          say(language.words.problems.TradingPaused.nextBecause, { reason }),
        );

        // Within half an hour the step-up still holds.
        await button(page, t('resume.button')).click();
        await button(page.getByRole('dialog', { name: t('resume.title') }), t('resume.submit')).click();
        await expect(page.getByText(t('standing.liveNote'), { exact: true })).toBeVisible();
        await expect(button(page, t('pause.button'))).toBeFocused();
        await expect(customer.page.getByRole('dialog')).not.toContainText(reason);

        await test.step('a notice is at the top of every page, moves nothing, and is closed for the visit or ended by hand', async () => {
          const notice = translator(adminIncidentWords, language.locale);
          const late = translator(shellLateWords, language.locale);
          const told = {
            'pt-BR': `Depósitos por PIX demoram hoje. ${WORD}`,
            en: `PIX deposits are slow today. ${WORD}`,
          };
          await customer.page.keyboard.press('Escape');
          await page.goto(language.path('/admin/incident'));
          // In the deep run the other language may have been here before.
          const noneIsOn = page
            .getByText(notice('current.none'))
            .or(page.getByText(notice('states.over'), { exact: true }));
          await expect(noneIsOn).toBeVisible();
          await button(page, notice('form.submit')).click();
          await expect(page.getByText(notice('form.errors.short'))).toHaveCount(2);
          await page.getByLabel(notice('form.text.pt-BR')).fill(told['pt-BR']);
          await page.getByLabel(notice('form.text.en')).fill(` ${told.en} `);
          await inspect(page, 'a notice that is being prepared');
          await button(page, notice('form.submit')).click();
          await expect(page.getByText(notice('states.shown'))).toBeVisible();

          const text = told[language.locale];
          const banner = customer.page.locator('output#incident');
          // Who has a page open reads it in a corner; the page stays where it is.
          await expect(customer.page.locator('.toasts').getByText(text)).toBeVisible();
          await expect(banner).toBeHidden();
          // Prices are answered from a copy for two seconds.
          const current = async () =>
            ((await (await page.request.get('/api/prices')).json()) as PriceSnapshot).incident?.id ?? null;
          await expect.poll(current).not.toBeNull();
          const { moved } = await watchShifts(customer.page);
          for (const path of ['/', '/gold', '/dashboard'] as const) {
            await customer.page.goto(language.path(path));
            await expect(banner).toHaveText(text);
            const close = button(customer.page, late('incident.close'));
            await expect(close).toBeVisible();
            // The dashboard's own parts arrive after its document, with a notice or without.
            if (path === '/dashboard') continue;
            const [sum, what] = await moved();
            expect(sum, what).toBeLessThan(0.05);
          }
          await fitsPhones(customer.page);
          await inspect(customer.page, 'a notice on the dashboard');
          await button(customer.page, late('incident.close')).click();
          await expect(banner).toBeHidden();
          await customer.page.reload();
          await expect(customer.page.locator('h1').first()).toBeVisible();
          await expect(banner).toBeHidden();

          await button(page, notice('current.end')).click();
          const ending = page.getByRole('dialog', { name: notice('current.endTitle') });
          await expect(ending).toContainText(text);
          await button(ending, notice('current.end')).click();
          await expect(page.getByText(notice('states.over'), { exact: true })).toBeVisible();
          await expect.poll(current).toBeNull();
          await page.goto(language.path('/'));
          await expect(page.locator('output#incident')).toBeHidden();
        });
      } finally {
        await quotingGoesOn(page, account, person);
        await noticeIsOver(page, account, person);
        await customer.context.close();
      }
    },
  );
}

const t = translator(adminFeedWords, 'pt-BR');
const { words, path } = PORTUGUESE;

test('the sources are asked, their troubles are seen, and what another operator does arrives by itself', async ({
  page,
  account,
}) => {
  const person = await signUpOperator(account, { proved: true });
  try {
    await test.step('a feed that cannot be read says so, and can be read again', async () => {
      await page.clock.install();
      await page.route(`**${FEED}`, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(path('/admin/feed'));
      await afterRetries(page.getByText(t('error.title')));
      const release = await holdBack(page, `**${FEED}`);
      // The page also reads every three seconds by itself: then the button is busy, and there all the same.
      await button(page, words.common.retry).click({ force: true });
      release();
      await expect(page.getByText(t('standing.liveNote'), { exact: true })).toBeVisible();
    });

    await button(page, t('refresh.button')).click();
    await expect(page.getByText(t.count('refresh.asked', 2))).toBeVisible();
    await expect(page.getByText(t.count('refresh.sound', 5))).toBeVisible();

    await account.post(`${FEED}/pause`, { reason: { 'pt-BR': 'fonte sob suspeita', en: 'under suspicion' } });
    await expect(page.getByText(t('paused.pt', { reason: 'fonte sob suspeita' }))).toBeVisible();
    // Lifting a pause that has been replaced is refused, and the present one is then read.
    await button(page, t('resume.button')).click();
    const question = page.getByRole('dialog', { name: t('resume.title') });
    await page.route(`**${FEED}`, (route) => route.abort());
    await account.post(`${FEED}/pause`, { reason: { 'pt-BR': 'outra fonte', en: 'another source' } });
    await button(question, t('resume.submit')).click();
    await expect(question).toContainText(words.problems.PauseChanged.what);
    await expect(page.getByText(/Sem resposta do servidor/u)).toBeVisible();
    await page.unroute(`**${FEED}`);
    await expect(page.getByText(t('paused.pt', { reason: 'outra fonte' }))).toBeVisible();
  } finally {
    await quotingGoesOn(page, account, person);
  }

  await test.step('sources that fail or disagree are seen at a glance, in every theme and on a phone', async () => {
    await page.route(`**${FEED}`, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: inTrouble((await reply.json()) as FeedReport) });
    });
    // A list that still loads is part of the state that is inspected.
    const release = await holdBack(page, `**${FEED}/bulletins`);
    await page.goto(path('/admin/feed'));
    await expect(page.getByText(t('standing.answeringOf', { n: '1', all: '2' }))).toBeVisible();
    await expect(page.getByText(t('verdicts.unconfirmed-jump')).first()).toBeVisible();
    await expect(page.getByText(t('series.earlier'))).toBeVisible();
    await expect(page.getByText(t('bp', { n: '+2.004,6' }))).toBeVisible();
    await expect(page.getByRole('cell', { name: t('sources.failing') }).first()).toBeVisible();
    await expect(page.getByText(t('notUsed.reasons.key-missing', { name: 'metals-dev' }))).toBeVisible();
    const days = page.getByRole('region', { name: t('bulletins.title') });
    await expect(days).toHaveAttribute('aria-busy', 'true');
    await inspect(page, 'the price feed in trouble');
    release();
    await expect(days).toHaveAttribute('aria-busy', 'false');
    await button(page, t('pause.button')).click();
    await expect(page.getByRole('dialog', { name: t('pause.title') })).toBeVisible();
    await inspect(page, 'the question before a pause');
  });
});

/** The product's own report with a second source that fails and had said something far off. */
function inTrouble(report: FeedReport): FeedReport {
  const [metals, rate] = report.sources;
  if (metals === undefined || rate === undefined) throw new Error('a local feed has two sources');
  const { at } = report;
  const since = new Date(Date.parse(at) - 7 * 60_000).toISOString();
  const word = { source: 'swissquote', bid: 526_700, ask: 526_860, sourceAt: since, receivedAt: since };
  const refused = { ...word, value: 526_780, verdict: 'unconfirmed-jump' } as const;
  const trouble = { fault: 'timeout', since, times: 14 } as const;
  return {
    ...report,
    sources: [metals, { ...metals, name: 'swissquote', licence: 'reference', mayQuote: false, trouble }],
    notUsed: [{ name: 'metals-dev', reason: 'key-missing' }],
    series: report.series.map((one) =>
      one.series === 'gold'
        ? {
            ...one,
            words: [...one.words, { ...refused, inPrice: true, leftOut: null, differenceBp: 2_004.6 }],
          }
        : one,
    ),
    refused: [{ id: 7, series: 'gold', ...refused }],
    troubles: [{ id: 3, source: 'swissquote', subject: 'metals', fault: 'timeout', since, endedAt: null }],
  };
}
