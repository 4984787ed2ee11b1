// What a customer is written, read where a developer reads it: the messages of a first day, in both languages, and the
// mailbox itself on a phone and on a desk, light and dark.

import type { Page } from 'playwright/test';
import enMail from '../../locales/en/mail.json' with { type: 'json' };
import enMailbox from '../../locales/en/mailbox.json' with { type: 'json' };
import ptMail from '../../locales/pt-BR/mail.json' with { type: 'json' };
import ptMailbox from '../../locales/pt-BR/mailbox.json' with { type: 'json' };
import { violationsIn } from './support/axe.ts';
import { complaintsOf } from './support/complaints.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, testsOf } from './support/test.ts';
import { DEEP, inTier } from './support/tier.ts';

const MAIL = { 'pt-BR': ptMail, en: enMail };
const MAILBOX = { 'pt-BR': ptMailbox, en: enMailbox };

type Listed = { id: string; subject: string; kind: string };

async function messagesTo(page: Page, email: string): Promise<Listed[]> {
  const reply = await page.context().request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  return ((await reply.json()) as { messages: Listed[] }).messages;
}

/** Messages leave after the reply: they are there a moment later. */
async function arrived(page: Page, email: string, kinds: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await messagesTo(page, email)).map(({ kind }) => kind).toSorted(), { timeout: 20_000 })
    .toEqual(kinds.toSorted());
}

const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 360, 1280].map((width) => ({ colorScheme, width })),
);
const FEW_SCREENS = SCREENS.filter(({ colorScheme, width }) => (colorScheme === 'light') === width < 1280);

async function inspectMailbox(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width } of inTier(SCREENS, FEW_SCREENS)) {
    const screen = `${name}, ${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wider, screen).toBeLessThanOrEqual(0);
    // Two widths of a phone differ for axe in the deep tier alone.
    if (width === 360 && !DEEP) continue;
    expect.soft(await violationsIn(page, { exclude: 'iframe' }), screen).toEqual([]);
  }
}

for (const language of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language.locale);
  const mail = MAIL[language.locale];
  const mailbox = MAILBOX[language.locale];

  inEnglish(
    `a first day's messages arrive and lead back to the site, in ${language.locale}`,
    async ({ page, account }) => {
      const complaints = complaintsOf(page);
      const person = await account.signUp(language.locale);
      await account.deposit(200_000, 'debit_card');
      await account.trade({ side: 'buy', metal: 'gold', totalCents: 100_000 });
      await arrived(page, person.email, ['confirm-email', 'welcome', 'deposit-receipt', 'trade-receipt']);

      await page.goto(language.path(`/dev/mailbox?to=${encodeURIComponent(person.email)}`));
      const list = page.getByRole('navigation', { name: mailbox.all });
      await expect(list.getByRole('listitem')).toHaveCount(4);
      await list.getByRole('link', { name: mail.welcome.subject }).click();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(mail.welcome.subject);

      const letter = page.frameLocator('iframe');
      await expect(letter.getByRole('heading', { level: 1 })).toHaveText(mail.welcome.title);
      await letter.getByRole('link', { name: mail.welcome.action }).click();
      await expect(page).toHaveURL(language.path('/dashboard'));
      // Playwright itself looks into the frame, where no script may run.
      expect(complaints.filter((line) => !line.includes('frame is sandboxed'))).toEqual([]);
    },
  );

  inPortuguese(
    `the mailbox can be read by everybody, on any screen, in ${language.locale}`,
    async ({ page, account }) => {
      const person = await account.signUp(language.locale);
      await arrived(page, person.email, ['confirm-email', 'welcome']);
      const home = language.path('/dev/mailbox');
      await page.goto(`${home}?to=nobody@onca.example`);
      await expect(page.getByText(mailbox.none)).toBeVisible();
      await inspectMailbox(page, 'an empty mailbox');

      await page.getByRole('searchbox', { name: mailbox.to }).fill(person.email);
      await page.getByRole('button', { name: mailbox.filter }).click();
      const message = page.getByRole('link', { name: mail.welcome.subject });
      await expect(message).toBeVisible();
      await inspectMailbox(page, 'the list');
      await message.click();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(mail.welcome.subject);
      await inspectMailbox(page, 'a message');
      await page.getByRole('link', { name: mailbox.plain }).click();
      await expect(page.locator('pre')).toContainText(mail.welcome.title);
      await inspectMailbox(page, 'its text');

      // The message by itself, as a mail program shows it.
      await page.getByRole('link', { name: mailbox.alone }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(mail.welcome.title);
      for (const width of [320, 600, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('link', { name: mail.welcome.action })).toBeVisible();
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(wider, `the message at ${width} px`).toBeLessThanOrEqual(0);
      }
    },
  );
}
