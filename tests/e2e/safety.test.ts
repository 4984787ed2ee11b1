// A safe account, in both languages: a forgotten password, a changed one, the open sessions and the log. What the other
// browser of the same customer sees of it is part of each.

import type { Browser, BrowserContext, Page } from 'playwright/test';
import { afterRetries } from './support/clock.ts';
import { expect, type Person, test, testsOf } from './support/test.ts';
import {
  commonWords,
  forgotPasswordWords,
  formErrorsWords,
  loginWords,
  passwordWords,
  proofWords,
  resetPasswordWords,
  securityLogWords,
  sessionsWords,
} from '../support/words.ts';

const NEW_PASSWORD = 'tucano azul na serra 7';

type Language = 'pt-BR' | 'en';
const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['pt-BR', ''],
  ['en', '/en'],
];

/** The link of the newest letter to this address, as the reader clicks it. */
async function linkIn(page: Page, person: Person): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const list = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(person.email)}`);
      const { messages } = (await list.json()) as { messages: { id: string; kind: string }[] };
      const letter = messages.find(({ kind }) => kind === 'password-reset');
      if (letter === undefined) return null;
      const mail = (await (await page.request.get(`/dev/mailbox/${letter.id}/json`)).json()) as {
        text: string;
      };
      link = /https?:\/\/\S+#token=[A-Za-z0-9_-]{43}/u.exec(mail.text)?.[0];
      return link ?? null;
    })
    .not.toBeNull();
  return link ?? '';
}

async function signIn(page: Page, language: Language, person: Person, password: string): Promise<void> {
  const t = (key: Parameters<typeof loginWords.say>[1]) => loginWords.say(language, key);
  await page.getByLabel(t('email'), { exact: true }).fill(person.email);
  await page.getByRole('textbox', { name: t('password') }).fill(password);
  await page.getByRole('button', { name: t('submit'), exact: true }).click();
}

/** The same customer in a browser of its own. */
async function elsewhere(
  browser: Browser,
  baseURL: string,
  person: Person,
  password: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL });
  const reply = await context.request.post('/api/auth/sign-in', {
    data: { email: person.email, password },
    headers: { Origin: baseURL },
  });
  expect(reply.ok()).toBe(true);
  return context;
}

for (const [language, prefix] of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language);
  inPortuguese(
    `a forgotten password is set anew by the link in the letter (${language})`,
    async ({ page, account }) => {
      const person = await account.signUp(language);
      await account.signOut();
      await page.goto(`${prefix}/login`);
      await page.getByRole('link', { name: loginWords.say(language, 'forgot') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        forgotPasswordWords.say(language, 'title'),
      );
      await page.getByLabel(forgotPasswordWords.say(language, 'email')).fill(person.email);
      await page.getByRole('button', { name: forgotPasswordWords.say(language, 'submit') }).click();
      await expect(page.getByText(forgotPasswordWords.say(language, 'sent.title'))).toBeVisible();

      const link = await linkIn(page, person);
      expect(new URL(link).pathname).toBe(`${prefix}/reset-password`);
      expect(new URL(link).search).toBe('');
      await page.goto(link);
      const field = page.getByRole('textbox', { name: resetPasswordWords.say(language, 'password') });
      await field.fill('senha123');
      await page.getByRole('button', { name: resetPasswordWords.say(language, 'submit') }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await field.fill(NEW_PASSWORD);
      await page.getByRole('button', { name: resetPasswordWords.say(language, 'submit') }).click();
      await expect(page).toHaveURL(`${prefix}/login`);
      await expect(page.getByText(loginWords.say(language, 'ended.reset.title'))).toBeVisible();
      await signIn(page, language, person, NEW_PASSWORD);
      await expect(page).toHaveURL(`${prefix}/dashboard`);

      // The link is used up: the same letter opens nothing a second time.
      await page.goto('about:blank');
      await page.goto(link);
      await field.fill(`${NEW_PASSWORD} 8`);
      await page.getByRole('button', { name: resetPasswordWords.say(language, 'submit') }).click();
      await expect(
        page.getByRole('link', { name: resetPasswordWords.say(language, 'askAgain') }),
      ).toBeVisible();

      await test.step('a link without its token says so and leads to another one', async () => {
        await page.goto(`${prefix}/reset-password`);
        await expect(page.getByText(resetPasswordWords.say(language, 'missing.title'))).toBeVisible();
        await page.getByRole('link', { name: resetPasswordWords.say(language, 'askAgain') }).click();
        await expect(page).toHaveURL(`${prefix}/forgot-password`);
      });
    },
  );

  inEnglish(
    `a customer reads and ends the sessions, and a new password ends them as well (${language})`,
    async ({ page, account, browser, baseURL }) => {
      const person = await account.signUp(language);

      await test.step('what cannot be read is said, and can be asked for again', async () => {
        await page.clock.install();
        await page.route('**/api/auth/sessions', (route) => route.abort());
        await page.route('**/api/auth/security-log*', (route) => route.abort());
        await page.goto(`${prefix}/profile/security`);
        await afterRetries(page.getByText(sessionsWords.say(language, 'error.title')));
        await afterRetries(page.getByText(securityLogWords.say(language, 'error.title')));
        await page.unrouteAll();
        const retries = page.getByRole('button', { name: commonWords.say(language, 'retry') });
        await retries.first().click();
        await expect(page.getByText(sessionsWords.say(language, 'alone'))).toBeVisible();
        await retries.click();
        await expect(retries).toHaveCount(0);
      });

      await test.step('one session is ended from another, and it is in the log', async () => {
        const other = await elsewhere(browser, baseURL ?? '', person, person.password);
        const third = await elsewhere(browser, baseURL ?? '', person, person.password);
        const t = (key: Parameters<typeof sessionsWords.say>[1]) => sessionsWords.say(language, key);
        await page.reload();
        const card = page.getByRole('region', { name: t('title') });
        await expect(card.getByText(t('current'), { exact: true })).toHaveCount(1);
        const ends = card.getByRole('button', { name: sessionsWords.say(language, 'end') });
        await expect(card.getByRole('listitem')).toHaveCount(3);
        await ends.first().click();
        const proof = page.getByRole('dialog', { name: proofWords.say(language, 'title') });
        await proof.getByLabel(proofWords.say(language, 'password.label')).fill(person.password);
        await proof.getByRole('button', { name: proofWords.say(language, 'submit'), exact: true }).click();
        await expect(card.getByRole('listitem')).toHaveCount(2);
        await card.getByRole('button', { name: t('endOthers') }).click();
        await expect(card.getByRole('listitem')).toHaveCount(1);
        await expect(card.getByText(t('alone'))).toBeVisible();
        for (const context of [other, third]) {
          expect((await context.request.get('/api/profile')).status()).toBe(401);
          await context.close();
        }
        const log = page.getByRole('region', { name: securityLogWords.say(language, 'title') });
        const kinds = securityLogWords.dictionaries[language].kinds;
        await expect(log.getByText(kinds['session-ended'])).toBeVisible();
        await expect(log.getByText(kinds['sessions-ended'])).toBeVisible();
        await expect(log.getByText(kinds['signed-up'])).toBeVisible();
      });

      await test.step('changing the password ends the other sessions, and their page says so', async () => {
        const other = await elsewhere(browser, baseURL ?? '', person, person.password);
        const otherPage = await other.newPage();
        await otherPage.goto(`${prefix}/profile`);
        await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();

        const t = (key: Parameters<typeof passwordWords.say>[1]) => passwordWords.say(language, key);
        await page.getByRole('button', { name: t('open') }).click();
        const current = page.getByRole('textbox', { name: t('current') });
        await expect(current).toBeFocused();
        await current.fill('não é esta 9');
        await page.getByRole('textbox', { name: t('next') }).fill(NEW_PASSWORD);
        await page.getByRole('button', { name: t('submit') }).click();
        await expect(page.getByText(formErrorsWords.say(language, 'errors.passwordIncorrect'))).toBeVisible();
        await current.fill(person.password);
        await page.getByRole('button', { name: t('submit') }).click();
        // In the notice, and in the log below.
        await expect(page.getByText(t('done.title'), { exact: true }).first()).toBeVisible();

        // Its socket closed; without a click the page shows the sign-in page and says why.
        await expect(otherPage).toHaveURL(new RegExp(`${prefix}/login\\?next=`, 'u'), { timeout: 20_000 });
        await expect(otherPage.getByText(loginWords.say(language, 'ended.ended.title'))).toBeVisible();
        const kinds = securityLogWords.dictionaries[language].kinds;
        const log = page.getByRole('region', { name: securityLogWords.say(language, 'title') });
        await expect(log.getByText(kinds['password-changed'])).toBeVisible();
        await page.reload();
        await expect(page.getByRole('button', { name: t('open') })).toBeVisible();
        await other.close();
      });
    },
  );
}
