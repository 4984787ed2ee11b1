// The pages that are read: security, about, learn and the four legal texts, in both languages. And the list of cookies
// held against what a real visit leaves in a real browser.

import type { Locator, Page } from 'playwright/test';
import enAbout from '../../locales/en/about.json' with { type: 'json' };
import enLearn from '../../locales/en/learn.json' with { type: 'json' };
import enLegal from '../../locales/en/legal.json' with { type: 'json' };
import enDisclaimer from '../../locales/en/legal-disclaimer.json' with { type: 'json' };
import enPrivacy from '../../locales/en/legal-privacy.json' with { type: 'json' };
import enRisk from '../../locales/en/legal-risk.json' with { type: 'json' };
import enTerms from '../../locales/en/legal-terms.json' with { type: 'json' };
import enSecurity from '../../locales/en/security.json' with { type: 'json' };
import ptAbout from '../../locales/pt-BR/about.json' with { type: 'json' };
import ptLearn from '../../locales/pt-BR/learn.json' with { type: 'json' };
import ptLegal from '../../locales/pt-BR/legal.json' with { type: 'json' };
import ptDisclaimer from '../../locales/pt-BR/legal-disclaimer.json' with { type: 'json' };
import ptPrivacy from '../../locales/pt-BR/legal-privacy.json' with { type: 'json' };
import ptRisk from '../../locales/pt-BR/legal-risk.json' with { type: 'json' };
import ptTerms from '../../locales/pt-BR/legal-terms.json' with { type: 'json' };
import ptSecurity from '../../locales/pt-BR/security.json' with { type: 'json' };
import { INCIDENT_CLOSED_COOKIE } from '../../worker/domain/incident.ts';
import { TERMS_VERSION } from '../../worker/domain/terms.ts';
import { Dashboard } from './support/dashboard.ts';
import { untilWatching } from './support/clock.ts';
import { LANGUAGES, PORTUGUESE } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test } from './support/test.ts';
import { deepIf } from './support/tier.ts';
import { adminFrameWords } from '../support/words.ts';

const WORDS = {
  'pt-BR': {
    about: ptAbout,
    learn: ptLearn,
    legal: ptLegal,
    security: ptSecurity,
    texts: { terms: ptTerms, privacy: ptPrivacy, disclaimer: ptDisclaimer, risk: ptRisk },
  },
  en: {
    about: enAbout,
    learn: enLearn,
    legal: enLegal,
    security: enSecurity,
    texts: { terms: enTerms, privacy: enPrivacy, disclaimer: enDisclaimer, risk: enRisk },
  },
} as const;

// Links to a part of the page lead there at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const main = (page: Page) => page.getByRole('main');
const linkTo = (within: Locator, href: string) => within.locator(`a[href="${href}"]`);
/** Sections by the name their heading gives them. */
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

for (const { locale, path, words: shared } of LANGUAGES) {
  const words = WORDS[locale];

  const what = `security, about, learn and the legal texts say what is checked, label what is not and lead on, in ${locale}`;
  // unit/web/reading holds the words of both languages.
  test(what, deepIf(locale === 'en'), async ({ page }) => {
    await test.step('security says what is checked and labels what is not', async () => {
      const { measures, insurance, vaults, digital, privacy, faq } = words.security;
      await page.goto(path('/security'));
      await expect(section(page, measures.title).getByRole('listitem')).toHaveCount(6);
      await expect(section(page, measures.title).locator('svg')).toHaveCount(6);
      await expect(section(page, insurance.title).locator('dt')).toHaveCount(insurance.items.length);
      await expect(section(page, vaults.title).getByRole('listitem')).toHaveCount(3);
      await expect(section(page, digital.title).locator('dt')).toHaveCount(digital.items.length);
      await expect(linkTo(section(page, privacy.title), path('/legal/privacy'))).toHaveText(privacy.link);
      await expect(linkTo(main(page), path('/signup'))).toHaveCount(2);
      for (const { title } of [insurance, vaults]) {
        await expect(section(page, title).getByText(shared.common.sample, { exact: true })).toBeVisible();
      }
      await expect(main(page).getByText(shared.common.sample, { exact: true })).toHaveCount(2);

      await expectOneOpenAtATime(section(page, faq.title), faq.items);
    });

    await test.step("about shows the ledger's counts, labels its examples and leads on", async () => {
      const { mission, values, milestones, team } = words.about;
      await page.goto(path('/about'));
      await expect(page.locator('.stats-band dl')).toHaveAttribute('aria-busy', 'false');
      await expect(page.locator('.stats-band')).toContainText(/\d/u);
      await expect(section(page, mission.title).getByRole('listitem')).toHaveCount(mission.items.length);
      await expect(section(page, values.title).getByRole('heading', { level: 3 })).toHaveCount(4);
      await expect(section(page, milestones.title).getByRole('heading', { level: 3 })).toHaveText([
        '2018',
        '2019',
        '2020',
        '2021',
        '2022',
        '2023',
        '2024',
      ]);
      await expect(section(page, team.title).getByRole('heading', { level: 3 })).toHaveCount(4);
      await expect(section(page, team.title).locator('img')).toHaveCount(0);
      for (const { title } of [milestones, team]) {
        await expect(section(page, title).getByText(shared.common.sample, { exact: true })).toBeVisible();
      }
      for (const address of ['/contact', '/security', '/legal/terms', '/signup', '/learn']) {
        await expect(linkTo(main(page), path(address)).first()).toBeVisible();
      }
    });

    await test.step('learn leads from its cards to its articles, compares, dates with sources and answers', async () => {
      const { hero, journey, beginners, strategy, types, history, faq, close } = words.learn;
      await page.goto(path('/learn'));
      const ways = main(page).getByRole('navigation', { name: hero.contents }).getByRole('link');
      await expect(ways).toHaveCount(3);
      for (const [i, { to, title }] of hero.highlights.entries()) {
        await expect(ways.nth(i)).toContainText(title);
        await ways.nth(i).click();
        await expect(page.locator(`#${to}`)).toBeInViewport();
        await expect(page).toHaveURL(new RegExp(`#${to}$`, 'u'));
      }
      const cards = section(page, journey.title).getByRole('article');
      await expect(cards).toHaveCount(6);
      await expect(cards.getByRole('figure')).toHaveCount(6);
      const articles = new Map([...beginners.articles, ...strategy.articles].map((text) => [text.id, text]));
      for (const { id, link } of journey.cards) {
        await section(page, journey.title).getByRole('link', { name: link, exact: true }).click();
        const article = main(page).getByRole('article', { name: articles.get(id)?.title ?? '', exact: true });
        await expect(article).toBeInViewport();
        await expect(article.locator('.prose p')).toHaveCount(articles.get(id)?.paragraphs.length ?? -1);
      }
      const end = section(page, close.title);
      await expect(linkTo(end, path('/signup'))).toBeVisible();
      await expect(linkTo(end, path('/tools'))).toHaveText(close.tools);

      const kinds = section(page, types.title);
      await expect(kinds.getByRole('heading', { level: 3 })).toHaveText(
        types.cards.map(({ title }) => title),
      );
      for (const label of [types.pros, types.cons, types.best]) {
        await expect(kinds.getByText(label, { exact: true })).toHaveCount(4);
      }
      const years = section(page, history.title);
      await expect(years.getByRole('heading', { level: 3 })).toHaveText(
        history.events.map(({ year }) => year),
      );
      const events = years.getByRole('listitem');
      await expect(events).toHaveCount(9);
      for (let i = 0; i < 9; i += 1) {
        await expect(events.nth(i).locator('.source-note a').first()).toHaveAttribute('href', /^https?:/u);
      }
      await expectOneOpenAtATime(section(page, faq.title), faq.items);
    });

    const { legal } = words;
    const related = main(page).getByRole('navigation', { name: legal.related, exact: true });
    const date = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'pt-BR', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(`${TERMS_VERSION}T12:00:00Z`));
    for (const [name, text] of Object.entries(words.texts)) {
      await test.step(`/legal/${name} is numbered, dated, marked as a draft and linked`, async () => {
        await page.goto(path(`/legal/${name}`));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title);
        await expect(main(page).getByText(legal.draft.title, { exact: true })).toBeVisible();
        await expect(main(page)).toContainText(date);
        const contents = main(page).getByRole('navigation', { name: legal.contents, exact: true });
        await expect(contents.getByRole('link')).toHaveText(text.sections.map(({ title }) => title));
        for (const [i, { id, title }] of text.sections.entries()) {
          await expect(page.locator(`#${id} > h2`)).toHaveText(`${i + 1}${title}`);
        }
        const last = text.sections.at(-1);
        await contents.getByRole('link', { name: last?.title ?? '', exact: true }).click();
        await expect(page.locator(`#${last?.id} > h2`)).toBeInViewport();
        await expect(related.getByRole('link')).toHaveCount(3);
        const others = Object.keys(words.texts).filter((other) => other !== name);
        for (const other of others) await expect(linkTo(related, path(`/legal/${other}`))).toBeVisible();
      });
    }
  });
}

async function expectOneOpenAtATime(
  within: Locator,
  items: readonly { readonly q: string }[],
): Promise<void> {
  const questions = within.locator('details');
  await expect(questions).toHaveCount(items.length);
  const [first, second] = [questions.nth(0), questions.nth(1)];
  await first.locator('summary').click();
  await expect(first).toHaveAttribute('open');
  await expect(first.locator('.faq-answer')).toBeVisible();
  await second.locator('summary').focus();
  await second.locator('summary').press('Enter');
  await expect(second).toHaveAttribute('open');
  await expect(first).not.toHaveAttribute('open');
  await second.locator('summary').press('Enter');
  await expect(second).not.toHaveAttribute('open');
}

test.describe('what stays in the browser', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('is exactly what the privacy policy lists', async ({ page, context, account, browser, baseURL }) => {
    const { words, path } = PORTUGUESE;
    const found = new Set<string>();
    const collect = async (from: Page) => {
      for (const { name } of await context.cookies()) found.add(name.replace(/^__Host-/u, ''));
      for (const key of await from.evaluate(() => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
      ])) {
        found.add(key);
      }
    };
    const { cookies } = words.notices;
    const notice = (on: Page) => on.getByRole('region', { name: cookies.title, exact: true });

    // A first visit, on which the notice is only closed; leaving a page notes where it was.
    await page.goto(path('/silver'));
    await notice(page).getByRole('button', { name: cookies.close }).click();
    await page.reload();
    await collect(page);
    await page.close();

    // Another day: the notice accepted, the welcome offer dismissed, every preference changed.
    const tab = await context.newPage();
    await tab.goto(path('/'));
    await notice(tab).getByRole('button', { name: cookies.accept }).click();
    await tab.getByRole('dialog').getByRole('button', { name: words.welcome.later }).click();
    await collect(tab);
    const { shell } = words;
    const choose = async (menu: string, choice: string) => {
      await tab.getByRole('banner').getByRole('button', { name: menu, exact: true }).click();
      await tab.getByRole('menuitemradio', { name: choice, exact: true }).click();
    };
    await choose(shell.theme, shell.mode.dark);
    await choose(shell.theme, shell.platform.crypto);
    await choose(`R$, g, ${shell.currency.label}`, shell.currency.USD);
    await collect(tab);

    // A customer who has claimed the bonus and hides balances.
    const person = await signUpOperator(account);
    await account.post('/api/bonus/claim', {});
    const dashboard = new Dashboard(tab, PORTUGUESE);
    await dashboard.open();
    await dashboard.button(words.dashboard.hide).click();
    await choose(`${shell.language.short}, ${shell.language.label}`, shell.language.en);
    await expect(tab).toHaveURL(/\/en\//u);
    // The new document takes what the switch carried over out of the storage.
    await untilWatching(tab);
    // A choice waits in the browser until the account has it: the new document sends it.
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('onca-unsaved-settings'))).toBeNull();
    await collect(tab);

    // An operator's own choices in the operators' area.
    await tab.goto('/en/admin');
    await tab.getByRole('button', { name: adminFrameWords.say('en', 'railClose') }).click();
    await tab.getByRole('switch', { name: adminFrameWords.say('en', 'shortcuts.switch') }).click();
    await collect(tab);

    // A visitor who has closed a notice: the name of its cookie is the same for every notice.
    await context.addCookies([{ name: INCIDENT_CLOSED_COOKIE, value: 'one', url: baseURL ?? '' }]);
    await collect(tab);

    const session = (await context.cookies()).filter(({ name }) => name.includes('onca_'));
    expect(session.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Lax' },
      { httpOnly: true, sameSite: 'Lax' },
      { httpOnly: true, sameSite: 'Lax' },
    ]);

    // The session is ended from another browser, and this one learns of it.
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const headers = { Origin: baseURL ?? '' };
    const { email, password } = person;
    const asked = await other.request.post('/api/auth/sign-in', { data: { email, password }, headers });
    const { secondFactor } = (await asked.json()) as { secondFactor: { ticket: string } };
    const step = { ticket: secondFactor.ticket, method: 'totp', code: codeOf(person.key, 0) };
    await other.request.post('/api/auth/second-factor', { data: step, headers });
    const proof = { method: 'totp', code: codeOf(person.key, 1) };
    await other.request.post('/api/auth/step-up', { data: proof, headers });
    await other.request.delete('/api/auth/sessions', { headers });
    await other.close();
    await expect(tab).toHaveURL(/\/login\?next=/u, { timeout: 20_000 });
    await collect(tab);

    await tab.goto(path('/legal/privacy'));
    const listed = await tab.locator('#cookies tbody th').allTextContents();
    expect([...found].toSorted()).toEqual(listed.toSorted());
    await tab.goto('/en/legal/privacy');
    expect(await tab.locator('#cookies tbody th').allTextContents()).toEqual(listed);
  });
});
