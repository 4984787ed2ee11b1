// Who a customer is, from the bonus that asks for it to level 2, and the operator who sees the papers and decides (P59 to P62).

import { bytesOf, IMAGE_EXAMPLES } from '../fixtures/media-examples.ts';
import {
  adminIdentitiesWords,
  formErrorsWords,
  identityWords,
  problemsWords,
  translator,
} from '../support/words.ts';
import { complaintsOf } from './support/complaints.ts';
import { Dashboard } from './support/dashboard.ts';
import { freshCpf } from '../support/fresh.ts';
import { inspect } from './support/inspect.ts';
import { anyOf, LANGUAGES } from './support/language.ts';
import { signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const picture = (name: 'png' | 'jpegBaseline' | 'webpLossy', mimeType: string) => ({
  name: `${name}.bin`,
  mimeType,
  buffer: Buffer.from(bytesOf(IMAGE_EXAMPLES[name].base64)),
});

for (const language of LANGUAGES) {
  const { locale, path, words } = language;
  const { inPortuguese } = testsOf(locale);
  const t = translator(identityWords, locale);
  const desk = translator(adminIdentitiesWords, locale);

  inPortuguese(
    `the bonus asks for an identity; a refusal, a match, papers and an operator lead to level 2 (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const complaints = complaintsOf(page);
      const { email } = await account.signUp(locale, { level: 0 });
      const dashboard = new Dashboard(page, language);

      await test.step('the bonus says that a step is missing, and leads there', async () => {
        await dashboard.open();
        await page.getByRole('button', { name: words.bonus.available.claim }).click();
        await page
          .getByRole('alert')
          .getByRole('link', { name: translator(problemsWords, locale)('openIdentity') })
          .click();
        await expect(page).toHaveURL(path('/profile/identity'));
        await expect(page.getByText(t('test.title'))).toBeVisible();
        await expect(page.getByText(t('limits.own', { level: 0 }))).toBeVisible();
        await inspect(page, 'identity with nothing given', { phone: true });
      });

      const number = page.getByLabel(t('form.cpf'), { exact: true });
      const submit = page.getByRole('button', { name: t('form.submit') });
      const give = async (cpf: string) => {
        await number.fill(cpf);
        await page.getByLabel(t('form.fullName'), { exact: true }).fill('Ana Souza');
        await page.getByLabel(t('form.birthDate'), { exact: true }).fill('1990-05-17');
        await submit.click();
      };

      await test.step('what is no CPF is said at its field; another name is refused, with a way to a person', async () => {
        await give('111.111.111-11');
        await expect(page.getByText(formErrorsWords.say(locale, 'errors.cpf'))).toBeVisible();
        await give(freshCpf('17'));
        await expect(page.getByText(t('states.refused.title'))).toBeVisible();
        await expect(page.getByText(t('reasons.other-name'))).toBeVisible();
        await expect(page.getByRole('heading', { name: t('appeal.title') })).toBeVisible();
        await inspect(page, 'identity refused');
      });

      await test.step('one that matches makes level 1, and shows a part of the number', async () => {
        const cpf = freshCpf('09');
        await give(cpf);
        await expect(page.getByText(t('limits.own', { level: 1 }))).toBeVisible();
        const masked = `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
        await expect(page.getByText(masked)).toBeVisible();
        await expect(number).toHaveCount(0);
        expect(await page.content()).not.toContain(cpf);
      });

      await test.step('three pictures are handed in together', async () => {
        const paper = (kind: string) => page.locator(`input[data-paper="${kind}"]`);
        const ready = page.getByRole('button', { name: t('papers.remove'), exact: false });
        await paper('document').setInputFiles(picture('png', 'image/png'));
        await expect(page.getByText(t('papers.ready', { time: '' }).trim(), { exact: false })).toHaveCount(1);
        await page.getByRole('button', { name: t('papers.submit') }).click();
        await expect(
          page.getByText(translator(problemsWords, locale)('DocumentsMissing.what')),
        ).toBeVisible();
        await paper('selfie').setInputFiles(picture('jpegBaseline', 'image/jpeg'));
        await expect(ready).toHaveCount(2);
        await paper('address').setInputFiles(picture('webpLossy', 'image/webp'));
        await expect(ready).toHaveCount(3);
        await inspect(page, 'identity with papers', { phone: true });
        await page.getByRole('button', { name: t('papers.submit') }).click();
        await expect(page.getByText(t('states.waiting.title'))).toBeVisible();
      });

      await test.step('an operator opens them, sees them, and approves', async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        const other = new Account(context, baseURL ?? '');
        await signUpOperator(other, { language: locale, roles: ['compliance'], proved: true });
        const operator = await context.newPage();
        await operator.goto(path('/admin/identities'));
        await operator.getByRole('searchbox', { name: desk('list.searchLabel') }).fill(email);
        const row = operator.locator('tr[data-identity]');
        await expect(row).toHaveCount(1);
        await expect(row).toContainText(desk('test'));
        await inspect(operator, 'the queue of identities');
        await row.getByRole('button').first().click();
        const dialog = operator.getByRole('dialog');
        await expect(dialog.getByText(desk('details.papers'), { exact: true })).toBeVisible();
        for (const kind of ['document', 'selfie', 'address'] as const) {
          const image = dialog.getByRole('img', { name: desk(`papers.${kind}`) });
          await expect
            .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
            .toBeGreaterThan(0);
        }
        await expect(dialog.getByRole('link')).toHaveCount(0);
        await inspect(operator, 'an identity opened by an operator');
        await dialog.getByLabel(desk('decide.reason'), { exact: true }).fill('Documents agree');
        await dialog.getByRole('button', { name: desk('decide.approve') }).click();
        await expect(operator.getByText(desk('decide.done'))).toBeVisible();
        await context.close();
      });

      await test.step('the customer is at level 2, says to hold an office, and claims the bonus', async () => {
        await page.reload();
        await expect(page.getByText(t('limits.own', { level: 2 }))).toBeVisible();
        await page.getByLabel(t('pep.label'), { exact: true }).check();
        await page.getByLabel(t('pep.detail'), { exact: true }).fill('Vereadora');
        await page.getByRole('button', { name: t('pep.submit') }).click();
        await expect(page.getByText(t('pep.saved'))).toBeVisible();
        await dashboard.open();
        await page.getByRole('button', { name: words.bonus.available.claim }).click();
        await expect(dashboard.dialog(words.receipt.title.bonus)).toBeVisible();
      });
      // The two refusals are answers of the server, which the console reports.
      expect(complaints.filter((line) => !/40[39]|422/u.test(line))).toEqual([]);
    },
  );

  inPortuguese(
    `a name that may be on a list waits for a person, who sees why and decides (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const { email } = await account.signUp(locale, { level: 0 });
      await page.goto(path('/profile/identity'));
      await page.getByLabel(t('form.cpf'), { exact: true }).fill(freshCpf('58'));
      await page.getByLabel(t('form.fullName'), { exact: true }).fill('Ana Souza');
      await page.getByLabel(t('form.birthDate'), { exact: true }).fill('1990-05-17');
      await page.getByRole('button', { name: t('form.submit') }).click();
      await expect(page.getByText(t('states.listed.title'))).toBeVisible();
      await expect(page.getByText(t('states.listed.text'))).toBeVisible();
      await expect(page.getByText(t('limits.own', { level: 0 }))).toBeVisible();
      await inspect(page, 'identity that may be on a list', { phone: true });

      await test.step('the queue says why, and the operator approves', async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        const other = new Account(context, baseURL ?? '');
        await signUpOperator(other, { language: locale, roles: ['compliance'], proved: true });
        const operator = await context.newPage();
        await operator.goto(path('/admin/identities'));
        await operator.getByRole('searchbox', { name: desk('list.searchLabel') }).fill(email);
        const row = operator.locator('tr[data-identity]');
        await expect(row).toHaveCount(1);
        await expect(row).toContainText(desk('states.listed'));
        await row.getByRole('button').first().click();
        const dialog = operator.getByRole('dialog');
        await expect(dialog.getByText(desk('details.listed'))).toBeVisible();
        await inspect(operator, 'an identity that may be on a list, opened by an operator');
        await dialog.getByLabel(desk('decide.reason'), { exact: true }).fill('Another birth date');
        await dialog.getByRole('button', { name: desk('decide.approve') }).click();
        await expect(operator.getByText(desk('decide.done'))).toBeVisible();
        await context.close();
      });
      await page.reload();
      await expect(page.getByText(t('limits.own', { level: 1 }))).toBeVisible();
    },
  );

  inPortuguese(
    `buying again what was sold comes to R$ 10,000 at level 1, and the ticket says so before anything is confirmed (${locale})`,
    async ({ page, account }) => {
      await account.signUp(locale, { level: 1 });
      await account.inDollarsAndOunces();
      await account.deposit(100_000);
      await account.trade({ side: 'buy', metal: 'gold', totalCents: 99_000 });
      await account.trade({ side: 'sell', metal: 'gold', max: true });
      const dashboard = new Dashboard(page, language);
      await dashboard.open();
      await dashboard.buyMetals.click();
      const ticket = dashboard.dialog(words.trade.title.buy.gold);
      await ticket.getByRole('radio', { name: words.trade.money, exact: true }).check();
      await ticket.getByRole('button', { name: words.trade.maxLabel }).click();
      await ticket.getByRole('button', { name: words.trade.ask, exact: true }).click();
      const notice = ticket.getByRole('alert');
      await expect(notice).toContainText(anyOf(problemsWords.dictionaries[locale].LevelNeeded.purchases));
      await expect(ticket.getByRole('timer')).toHaveCount(0);
      await inspect(page, 'a purchase that asks for level 2');
      await notice.getByRole('link', { name: translator(problemsWords, locale)('openIdentity') }).click();
      await expect(page).toHaveURL(path('/profile/identity'));
      expect(await account.transactions()).toHaveLength(3);
    },
  );
}
