// Operators look through what customers sent: counters, search, filters, one submission in full, the filtered list as a file,
// and sending again what did not reach the webhook. In both languages.

import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright/test';
import type { ContactReceipt } from '../../worker/contract/contact.ts';
import type { SubmissionCounters, SubmissionDetails } from '../../worker/contract/operators/submissions.ts';
import { CSV_START } from '../../worker/domain/csv.ts';
import { inspect } from './support/inspect.ts';
import { type Language, LANGUAGES } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { signUpOperator } from './support/operators.ts';
import { afterRetries } from './support/clock.ts';
import { type Account, expect, newPerson, test, testsOf } from './support/test.ts';
import {
  adminContactsWords,
  adminFrameWords,
  adminSubmissionsWords,
  proofWords,
  translator,
  uiWords,
} from '../support/words.ts';

const rowsOf = (page: Page) => page.locator('tbody tr[data-submission]');

/** A message through the contact form's address, different from every other. */
async function write(account: Account): Promise<string> {
  const { email } = newPerson();
  await account.post('/api/contact', {
    name: 'Zélia',
    email,
    phone: '(11) 98765-4321',
    subject: 'Um assunto',
    inquiry: 'general',
    message: '=HYPERLINK("http://evil.example";"olá")\nsegunda linha',
    website: '',
  });
  return email;
}

function words({ locale }: Language) {
  return { t: translator(adminSubmissionsWords, locale), proof: translator(proofWords, locale) };
}

for (const language of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language.locale);
  const { t, proof } = words(language);

  inPortuguese(
    `what customers sent is found, read and taken along; trouble in reading it is said (${language.locale})`,
    async ({ page, account }) => {
      const operator = await signUpOperator(account, { language: language.locale });
      const email = await write(account);
      await test.step('a list that cannot be read says so and is read again; counters that cannot be read are no zeros', async () => {
        let broken = true;
        // An answer of the server, because what an outage took is read again by itself as soon as any part of the page is.
        const failed = { status: 500, json: {} };
        await page.clock.install();
        await page.route(/\/api\/admin\/submissions(?:\/counters|\?|$)/u, (route) =>
          broken ? route.fulfill(failed) : route.continue(),
        );
        await page.goto(language.path('/admin/submissions'));
        await afterRetries(page.getByText(t('list.error.title')));
        await expect(page.locator('.stat-card-value').first()).toHaveText(/^–|—/u);
        broken = false;
        await page.locator('.state').getByRole('button').click();
        await expect(rowsOf(page).first()).toBeVisible();
        await page.getByRole('button', { name: adminFrameWords.say(language.locale, 'refresh') }).click();
      });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'));
      const counters = (await (
        await page.request.get('/api/admin/submissions/counters')
      ).json()) as SubmissionCounters;
      expect(counters.total).toBeGreaterThanOrEqual(2);
      const card = page.locator('.stat-card').filter({ hasText: t('counters.contacts') });
      await expect(card).toContainText(/\d/u);
      await expect(page.getByText(t('forward.missing.title'))).toBeVisible();

      // By e-mail in capitals; then with a type that it is not; the address keeps both.
      const search = page.getByRole('searchbox');
      await search.fill(email.toUpperCase());
      await expect(rowsOf(page)).toHaveCount(1);
      await expect(rowsOf(page)).toContainText(t('type.contact'));
      const type = page.getByRole('combobox', { name: t('list.type') });
      await type.selectOption('trade');
      await expect(page.getByText(t('list.none.title'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('export.button') })).toBeDisabled();
      await expect(page).toHaveURL(/search=.+&type=trade/u);
      await type.selectOption('contact');
      await expect(rowsOf(page)).toHaveCount(1);

      // All of it, as it was sent.
      await rowsOf(page).getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: t('details.title') });
      await expect(dialog).toContainText(email);
      const said = dialog.locator('blockquote');
      expect(await said.innerText()).toBe('=HYPERLINK("http://evil.example";"olá")\nsegunda linha');
      await expect(dialog).toContainText(t('forward.states.kept'));
      await inspect(page, 'the details of a submission');
      await dialog
        .getByRole('button', { name: t('details.close') })
        .last()
        .click();
      await expect(dialog).toBeHidden();

      // The file asks who it is, once; and a formula in it is text.
      const arriving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('export.button') }).click();
      const question = page.getByRole('dialog', { name: proof('title') });
      await question.getByLabel(proof('totp.label')).fill(codeOf(operator.key, 0));
      await question.getByRole('button', { name: proof('submit'), exact: true }).click();
      const file = await arriving;
      expect(file.suggestedFilename()).toMatch(/^onca-submissions-\d{4}-\d\d-\d\d-\d{6}\.csv$/u);
      const text = await readFile(await file.path(), 'utf8');
      expect(text.startsWith(CSV_START)).toBe(true);
      const lines = text.trimEnd().split('\r\n');
      expect(lines).toHaveLength(2);
      const between = language.locale === 'pt-BR' ? ';' : ',';
      expect(lines[0]).toMatch(/^\uFEFF"Date \([\w/]+\)"[,;]"Type"[,;]"E-mail"[,;]"Phone"[,;]"Data"$/u);
      expect(lines[1]).toContain(['"contact"', `"${email}"`, '"11987654321"'].join(between));
      await expect(page.getByText(t.count('export.done', 1))).toBeVisible();

      await test.step('a contact message is taken, answered with a prepared text, and found by its state', async () => {
        const c = translator(adminContactsWords, language.locale);
        await rowsOf(page).getByRole('button').click();
        await dialog.getByRole('link', { name: t('details.openContact') }).click();
        await expect(page).toHaveURL(/\/admin\/contacts\?message=/u);
        const contact = page.getByRole('dialog', { name: 'Um assunto' });
        await expect(contact.locator('blockquote')).toHaveText(/segunda linha/u);
        await expect(contact).toContainText(c('details.noCustomer'));
        await expect(contact).toContainText('(11) 98765-4321');
        await contact.getByRole('button', { name: c('changes.take'), exact: true }).click();
        await expect(contact).toContainText(operator.email);
        await contact.getByLabel(c('answer.template')).selectOption('operation');
        const letter = contact.getByRole('textbox', { name: c('answer.text') });
        await expect(letter).toHaveValue(/código do recibo/u);
        await inspect(page, 'a contact message');
        await letter.fill('Olhamos.\n\nEstá tudo certo.');
        await contact.getByRole('button', { name: c('answer.submit') }).click();
        await expect(contact.locator('.contact-answer')).toHaveText(/Está tudo certo/u);
        await expect(letter).toHaveValue('');
        await page.keyboard.press('Escape');
        await expect(contact).toBeHidden();
        await expect(page).toHaveURL(/\/admin\/contacts$/u);
        await page.getByRole('combobox', { name: c('list.state') }).selectOption('answered');
        await page.getByRole('combobox', { name: c('list.owner') }).selectOption('me');
        const lastDay = page.getByLabel(translator(uiWords, language.locale)('days.until'), {
          exact: true,
        });
        await page
          .locator('.filter-bar')
          .getByRole('button', { name: c('list.columns.date') })
          .click();
        await lastDay.fill('2020-01-01');
        await expect(page.getByText(c('list.none.title'))).toBeVisible();
        await lastDay.fill('');
        await expect(page).toHaveURL(/state=answered&owner=me$/u);
        await expect(page.locator('tr[data-contact]')).toContainText(c('states.answered'));
        await page.goto(language.path('/admin/submissions?until=2020-01-01'));
        await expect(lastDay).toHaveValue('2020-01-01');
        await expect(page.locator('tr[data-submission]')).toHaveCount(0);
        await lastDay.fill('');
        await expect(page.locator('tr[data-submission]')).not.toHaveCount(0);
      });

      await test.step('a complaint waits with its number and its day, and is answered by them', async () => {
        const c = translator(adminContactsWords, language.locale);
        const from = newPerson().email;
        const { complaint } = (await account.post('/api/contact', {
          name: 'Zélia',
          email: from,
          phone: '',
          subject: 'Uma reclamação',
          inquiry: 'complaint',
          message: 'Não recebi resposta.',
          website: '',
        })) as ContactReceipt;
        const number = complaint?.number ?? '';
        await page.goto(language.path('/admin/contacts?kind=complaint'));
        await expect(page.getByRole('combobox', { name: c('list.kind') })).toHaveValue('complaint');
        const contact = page.getByRole('dialog', { name: 'Uma reclamação' });
        const row = page.locator('tr[data-contact]').filter({ hasText: number });
        await expect(row).toBeVisible();
        await test.step('one that is opened right after a search was typed stays open', async () => {
          await page.getByRole('searchbox').fill(number);
          await row.getByRole('button').click();
          await expect(page).toHaveURL(/search=.+&message=|message=.+&search=/u);
          await expect(contact).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(contact).toBeHidden();
        });
        await expect(page.locator('tr[data-contact]')).toHaveCount(1);
        const [due = ''] = c('due.next').split('{{');
        await expect(row).toContainText(number);
        await expect(row).toContainText(due);
        await inspect(page, 'the list of complaints');
        await row.getByRole('button').click();
        await expect(contact).toContainText(number);
        await contact.getByRole('textbox', { name: c('answer.text') }).fill('Pedimos desculpas.');
        await contact.getByRole('button', { name: c('answer.submit') }).click();
        await expect(contact.locator('.contact-answer')).toHaveText(/desculpas/u);
        await page.keyboard.press('Escape');
        await expect(row).not.toContainText(due);
        await page.goto(language.path('/admin/submissions'));
      });

      await page.getByRole('link', { name: t('back') }).click();
      await expect(page).toHaveURL(language.path('/admin'));
    },
  );

  inEnglish(
    `what did not reach the webhook is sent again (${language.locale})`,
    async ({ page, account }) => {
      await signUpOperator(account, { language: language.locale, proved: true });
      const email = await write(account);
      // The server under test has no webhook; what it would say with one is put in its place.
      let state: 'failed' | 'sent' = 'failed';
      const forwarding = () => ({
        state,
        attempts: 6,
        nextAttemptAt: null,
        lastError: state === 'failed' ? 'The webhook answered 503' : null,
        updatedAt: new Date().toISOString(),
      });
      const altered = (change: (body: never) => object) => async (route: Route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: change((await response.json()) as never) });
      };
      await page.route(
        '**/api/admin/submissions/counters',
        altered((body: SubmissionCounters) => ({
          ...body,
          failed: state === 'failed' ? 2 : 0,
          hasWebhook: true,
        })),
      );
      await page.route(
        /\/api\/admin\/submissions\/[0-9a-f-]{36}$/u,
        altered((body: SubmissionDetails) => ({
          ...body,
          forwarding: forwarding(),
        })),
      );
      await page.route('**/api/admin/submissions/*/forward', async (route) => {
        state = 'sent';
        await route.fulfill({ json: forwarding() });
      });
      await page.goto(language.path(`/admin/submissions?search=${encodeURIComponent(email)}`));
      await expect(page.getByText(t.count('forward.failedSome', 2))).toBeVisible();
      await rowsOf(page).getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: t('details.title') });
      await expect(dialog).toContainText(t('forward.states.failed'));
      await expect(dialog).toContainText(t('details.reasons.answered', { status: 503 }));
      await dialog.getByRole('button', { name: t('details.retry') }).click();
      await expect(page.getByText(t('details.arrived'))).toBeVisible();
      await expect(dialog).toContainText(t('forward.states.sent'));
      await expect(dialog.getByRole('button', { name: t('details.retry') })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByText(t.count('forward.failedSome', 2))).toHaveCount(0);
    },
  );
}
