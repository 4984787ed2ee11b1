// Writing to us and the newsletter, as a visitor does it: by keyboard, in both languages, when it works and when it
// does not; and opening hours on the visitor's own clock.

import type { Page } from 'playwright/test';
import enContact from '../../locales/en/contact.json' with { type: 'json' };
import enShell from '../../locales/en/shell-late.json' with { type: 'json' };
import ptContact from '../../locales/pt-BR/contact.json' with { type: 'json' };
import ptShell from '../../locales/pt-BR/shell-late.json' with { type: 'json' };
import type { ContactReceipt } from '../../worker/contract/contact.ts';
import { complaintsOf } from './support/complaints.ts';
import { type Language, LANGUAGES, say } from './support/language.ts';
import { expect, newPerson, test, testsOf } from './support/test.ts';
import { inTier } from './support/tier.ts';
import { bringIn } from './support/whole-page.ts';

const enForm = enContact.inquiry;
const enLetter = enShell.newsletter;
const ptForm = ptContact.inquiry;
const ptLetter = ptShell.newsletter;

const WORDS = {
  'pt-BR': { contact: ptContact, form: ptForm, letter: ptLetter },
  en: { contact: enContact, form: enForm, letter: enLetter },
};

const MESSAGE = 'Bom dia.\nUma movimentação de ontem não aparece.';

/** Presses the link of the letter, as its reader does. */
async function confirmNewsletter(page: Page, email: string): Promise<void> {
  const letters = async () => {
    const list = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    return ((await list.json()) as { messages: { id: string }[] }).messages;
  };
  await expect.poll(async () => (await letters()).length).toBe(1);
  const letter = await page.request.get(`/dev/mailbox/${(await letters())[0]?.id ?? ''}/json`);
  const token = /#token=([\w-]{43})/u.exec(((await letter.json()) as { text: string }).text)?.[1];
  const headers = { Origin: new URL(page.url()).origin };
  await page.request.post('/api/newsletter/confirm', { data: { token }, headers });
}

class ContactPage {
  readonly page: Page;
  readonly #language: Language;
  readonly words: (typeof WORDS)['en'];

  constructor(page: Page, language: Language) {
    this.page = page;
    this.#language = language;
    this.words = WORDS[language.locale];
  }

  async open(): Promise<void> {
    await this.page.goto(this.#language.path('/contact'));
    await expect(this.submit).toBeEnabled();
  }

  field(name: 'name' | 'email' | 'phone' | 'subject' | 'message') {
    return this.page.locator('.contact-form').getByLabel(this.words.form[name]);
  }

  get topic() {
    return this.page.getByLabel(this.words.form.inquiry);
  }

  get submit() {
    return this.page.getByRole('button', { name: this.words.form.submit, exact: true });
  }

  async fill(): Promise<void> {
    await this.field('name').fill('Ana Prado');
    await this.field('email').fill(newPerson().email);
    await this.field('subject').fill('Meu saldo');
    await this.field('message').fill(MESSAGE);
  }
}

/** Says where a complaint goes next, takes one, and finds its letter in the local mailbox. */
async function complain(contact: ContactPage): Promise<void> {
  const { page, words } = contact;
  const rules = page.locator('#complaints');
  await expect(rules).toContainText('Procon');
  await expect(rules.getByRole('link')).toHaveAttribute('href', 'https://www.consumidor.gov.br/');
  const { email } = newPerson();
  await contact.fill();
  await contact.field('email').fill(email);
  await contact.topic.selectOption('complaint');
  const replied = page.waitForResponse('**/api/contact');
  await contact.submit.click();
  const { complaint } = (await (await replied).json()) as ContactReceipt;
  const number = complaint?.number ?? '';
  expect(number).toMatch(/^\d{8}-\d{5}$/u);
  const note = page.getByRole('status').filter({ hasText: say(words.form.complaint.title, { number }) });
  await expect(note).toBeVisible();
  await expect(contact.field('message')).toHaveValue('');
  await expect(async () => {
    const mailbox = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    expect(await mailbox.text()).toContain(number);
  }).toPass();
  await expect(note).toBeVisible();
}

for (const language of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(language.locale);
  test.describe(`contact in ${language.locale}`, () => {
    inPortuguese(
      'messages are sent by keyboard, after a failure, and no more than five an hour',
      async ({ page, account }) => {
        const contact = new ContactPage(page, language);
        const { form } = contact.words;
        await page.clock.install();
        await test.step('a message is written and sent by keyboard; then the form is empty, and idle after five seconds', async () => {
          const complaints = complaintsOf(page);
          await contact.open();
          await contact.field('name').focus();
          const { email } = newPerson();
          for (const typed of ['Ana Prado', email, '11 98765-4321']) {
            await page.keyboard.type(typed);
            await page.keyboard.press('Tab');
          }
          await expect(contact.topic).toBeFocused();
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Tab');
          await page.keyboard.type('Meu saldo');
          await page.keyboard.press('Tab');
          await page.keyboard.type('Bom dia.');
          await page.keyboard.press('Enter');
          await page.keyboard.type('Uma movimentação não aparece.');
          await page.keyboard.press('Tab');
          await expect(contact.submit).toBeFocused();
          const sent = page.waitForRequest('**/api/contact');
          await page.keyboard.press('Enter');
          expect((await sent).postDataJSON()).toEqual({
            name: 'Ana Prado',
            email,
            phone: '11 98765-4321',
            inquiry: 'account',
            subject: 'Meu saldo',
            message: 'Bom dia.\nUma movimentação não aparece.',
            language: language.locale,
            website: '',
          });

          const note = page.getByRole('status').filter({ hasText: form.success.title });
          await expect(note).toContainText(form.success.message);
          for (const name of ['name', 'email', 'phone', 'subject', 'message'] as const) {
            await expect(contact.field(name)).toHaveValue('');
          }
          await expect(contact.topic).toHaveValue('general');
          await page.clock.fastForward(3_000);
          await expect(note).toBeVisible();
          await page.clock.fastForward(2_000);
          await expect(note).toBeHidden();
          await expect(contact.submit).toBeEnabled();
          expect(complaints).toEqual([]);
        });

        await test.step('a failure is said for five seconds, what was written stays, and sending again works', async () => {
          await contact.fill();
          await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '' }));
          await contact.submit.click();
          const note = page.getByRole('alert').filter({ hasText: form.error.title });
          await expect(note).toContainText(form.error.message);
          await expect(contact.field('message')).toHaveValue(MESSAGE);
          await page.clock.fastForward(5_000);
          await expect(note).toBeHidden();
          await expect(contact.field('name')).toHaveValue('Ana Prado');

          // A lost answer is not a refusal: the message may have arrived.
          await page.unroute('**/api/contact');
          await page.route('**/api/contact', (route) => route.abort());
          await contact.submit.click();
          await expect(page.getByRole('alert')).toContainText(form.unsure.title);

          await page.unroute('**/api/contact');
          await contact.submit.click();
          await expect(page.getByText(form.success.title)).toBeVisible();
          await expect(contact.field('message')).toHaveValue('');
        });

        await test.step('a complaint has a number at once, which stays on the page and comes by e-mail', async () => {
          await complain(contact);
        });

        // The three messages above were sent by this visitor as well.
        await test.step('the sixth message within the hour is refused with when to come back', async () => {
          const message = { name: 'Ana', email: 'ana@onca.example', subject: 'Oi', message: 'Oi' };
          for (let i = 0; i < 2; i += 1) await account.post('/api/contact', message);
          await contact.fill();
          await contact.submit.click();
          const note = page.getByRole('alert');
          await expect(note).toContainText(contact.words.form.error.title);
          await expect(note).toContainText(say(language.words.problems.waitMinutes.other, { n: 60 }));
          await expect(contact.field('message')).toHaveValue(MESSAGE);
        });
      },
    );

    inEnglish('what is wrong is said at its field, and what is on its way is sent once', async ({ page }) => {
      const contact = new ContactPage(page, language);
      await contact.open();

      await test.step('each broken rule is said at its field and in a summary, and the focus goes to the first', async () => {
        const labels = contact.words.form;
        const { errors } = language.words.formErrors;
        await contact.submit.click();
        const summary = page.getByRole('alert');
        await expect(summary).toContainText(say(language.words.common.fieldsToCorrect.other, { n: 4 }));
        await expect(summary.getByRole('button')).toHaveText([
          `${labels.name}: ${errors.nameRequired}`,
          `${labels.email}: ${errors.emailRequired}`,
          `${labels.subject}: ${errors.subjectRequired}`,
          `${labels.message}: ${errors.messageRequired}`,
        ]);
        await expect(contact.field('name')).toBeFocused();
        for (const [name, typed, message] of [
          ['name', 'n'.repeat(100), errors.nameTooLong],
          ['email', 'ana@onca', errors.invalidEmail],
          ['phone', '(11) 9876', errors.phoneTooShort],
          ['phone', '+55 (11) 98765-4321 99', errors.phoneTooLong],
          ['subject', 's'.repeat(151), errors.subjectTooLong],
          ['message', 'm'.repeat(5_001), errors.messageTooLong],
        ] as const) {
          await contact.field(name).fill(typed);
          await contact.submit.click();
          await expect(contact.field(name)).toHaveAccessibleDescription(message);
        }
        await summary.getByRole('button', { name: labels.message }).click();
        await expect(contact.field('message')).toBeFocused();
        await contact.field('phone').fill('');
        await contact.fill();
        await expect(summary).toBeHidden();
      });

      await test.step('while it is being sent the button shows it and takes no second press', async () => {
        let asked = 0;
        const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
        await page.route('**/api/contact', async (route) => {
          asked += 1;
          await held;
          await route.continue();
        });
        await contact.submit.click();
        const busy = page.getByRole('button', { name: contact.words.form.busy });
        await expect(busy).toBeDisabled();
        await busy.click({ force: true });
        await page.keyboard.press('Enter');
        letGo();
        await expect(page.getByText(contact.words.form.success.title)).toBeVisible();
        expect(asked).toBe(1);
      });

      await test.step('a complaint has a number at once, which stays on the page and comes by e-mail', async () => {
        await page.unroute('**/api/contact');
        await complain(contact);
      });

      await test.step('the newsletter says what is missing, wrong, done, already done and failed', async () => {
        const { letter } = WORDS[language.locale];
        const form = page.locator('form.newsletter');
        await bringIn(form);
        const field = form.getByLabel(letter.label);
        const submit = form.getByRole('button');
        await expect(submit).toBeEnabled();
        await submit.click();
        await expect(field).toHaveAccessibleDescription(letter.errors.emailRequired);
        await expect(field).toBeFocused();
        await page.keyboard.type('ana@onca');
        await page.keyboard.press('Enter');
        await expect(field).toHaveAccessibleDescription(letter.errors.invalidEmail);

        const { email } = newPerson();
        await field.fill(email);
        await page.keyboard.press('Enter');
        await expect(form.getByRole('status')).toHaveText(say(letter.done, { email }));
        await expect(field).toHaveValue('');

        await confirmNewsletter(page, email);
        await field.fill(email.toUpperCase());
        await submit.click();
        await expect(field).toHaveAccessibleDescription(letter.errors.AlreadySubscribed);

        await page.route('**/api/newsletter', (route) => route.fulfill({ status: 500, body: '' }));
        await submit.click();
        await expect(field).toHaveAccessibleDescription(letter.errors.general);
        await expect(field).toHaveValue(email.toUpperCase());
      });
    });
  });
}

test('without JavaScript the hours stand there in New York time', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const language of LANGUAGES) {
    await page.goto(language.path('/contact'));
    const { hours } = WORDS[language.locale].contact;
    const support = page.getByRole('region', { name: hours.title });
    await expect(support).toContainText(hours.there);
    await expect(support.getByRole('definition')).toHaveText(
      language.locale === 'en'
        ? [/^8:00\sAM to 8:00\sPM$/u, /^10:00\sAM to 4:00\sPM$/u, hours.closed]
        : ['08:00 às 20:00', '10:00 às 16:00', hours.closed],
    );
  }
  await context.close();
});

test.describe('hours in São Paulo', () => {
  test.use({ timezoneId: 'America/Sao_Paulo' });

  const MOMENTS = [
    ['on Wednesday at noon', '2026-01-14T15:00:00Z', /Aberto agora.*até 22:00/u, [true, true, false]],
    [
      'on Wednesday night',
      '2026-01-15T02:00:00Z',
      /Fechado agora.*abre quinta às 10:00/u,
      [false, false, true],
    ],
    [
      'early on Wednesday',
      '2026-01-14T10:00:00Z',
      /Fechado agora.*abre hoje às 10:00/u,
      [false, true, false],
    ],
    [
      'on Saturday evening',
      '2026-01-17T22:00:00Z',
      /Fechado agora.*abre segunda às 10:00/u,
      [false, false, false],
    ],
  ] as const;

  test('the desk and each office say whether they are open', async ({ page }) => {
    // tests/unit/public/support-hours.test.ts checks all of them: an open and a closed one are enough here.
    for (const [when, at, standing, offices] of inTier(MOMENTS, MOMENTS.slice(0, 2))) {
      await test.step(when, async () => {
        await page.clock.setFixedTime(new Date(at));
        await page.goto('/contact');
        const { hours, offices: names } = ptContact;
        const support = page.getByRole('region', { name: hours.title });
        await expect(support).toContainText(standing);
        await expect(support).toContainText('Brasília');
        await expect(support.getByRole('definition')).toHaveText([
          '10:00 às 22:00',
          '12:00 às 18:00',
          hours.closed,
        ]);
        for (const [n, name] of ([names.newYork, names.london, names.singapore] as const).entries()) {
          const office = page
            .getByRole('article')
            .filter({ has: page.getByRole('heading', { name, exact: true }) });
          await expect(office).toContainText(offices[n] === true ? hours.openNow : hours.closedNow);
          await expect(office).toContainText('09:00 às 18:00');
        }
      });
    }
  });
});

test('for a reader in Tokyo the evening hours end the next morning', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date('2026-01-14T15:00:00Z'));
  await page.goto('/contact');
  const support = page.getByRole('region', { name: ptContact.hours.title });
  await expect(support).toContainText('22:00 às 10:00 do dia seguinte');
  await context.close();
});
