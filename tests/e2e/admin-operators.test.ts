// The operators' page: who runs the product, and what one owner proposes and another decides. And the way of a new operator:
// first to a second factor, then to the pages of the role.

import type { Browser } from 'playwright/test';
import { isAdminPage } from '../../worker/domain/admin-path.ts';
import { PRIVATE_PAGES } from '../../worker/domain/site-map.ts';
import { addApp } from './support/factors.ts';
import { expectNoSidewaysScroll, inspect } from './support/inspect.ts';
import { LANGUAGES } from './support/language.ts';
import { makeOperator, proveInPage, signUpOperator } from './support/operators.ts';
import { Account, expect, test, testsOf } from './support/test.ts';
import {
  adminFrameWords,
  adminPeopleWords,
  adminProposalsWords,
  adminUserWords,
  enrolmentWords,
  titlesWords,
  translator,
} from '../support/words.ts';

/** Somebody else at a device of their own. */
async function another(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin });
  return { context, account: new Account(context, origin) };
}

for (const { locale, path } of LANGUAGES) {
  const { inEnglish, inPortuguese } = testsOf(locale);
  const t = translator(adminPeopleWords, locale);
  const p = translator(adminProposalsWords, locale);
  const frame = translator(adminFrameWords, locale);

  inPortuguese(
    `an owner proposes that a customer becomes an operator, another one approves; a revocation is rejected (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const origin = baseURL ?? '';
      const [theirs, customers] = [await another(browser, origin), await another(browser, origin)];
      const customer = await customers.account.signUp(locale);
      const first = await signUpOperator(account, { language: locale });
      const second = await signUpOperator(theirs.account, { language: locale });
      await page.goto(path('/admin/operators'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        titlesWords.say(locale, 'operators.title'),
      );
      const lineOf = (email: string) => page.locator(`[data-operator="${email}"]`);
      await expect(lineOf(first.email)).toContainText(t('list.you'));
      await expect(lineOf(first.email).getByRole('button')).toHaveCount(0);
      await expect(lineOf(second.email)).toContainText(t('roles.owner'));

      const dialog = page.getByRole('dialog', { name: t('propose.grantTitle') });
      await test.step('the form wants a customer, a role and a reason, and has them told', async () => {
        await page.getByRole('button', { name: t('list.grant'), exact: true }).click();
        await dialog.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        for (const missing of ['customerMissing', 'rolesMissing', 'reasonMissing'] as const) {
          await expect(dialog.getByText(t(`propose.${missing}`), { exact: true })).toBeVisible();
        }
        await inspect(page, 'grant');
      });

      await test.step('somebody is found by the e-mail and proposed', async () => {
        await dialog.getByRole('searchbox', { name: t('propose.search') }).fill(customer.email);
        await dialog.getByRole('radio', { name: customer.email }).check();
        await dialog.getByRole('checkbox', { name: t('roles.treasury') }).check({ force: true });
        await dialog.getByRole('textbox', { name: t('propose.reason') }).fill('Joins the desk');
        await dialog.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        await proveInPage(page, first, locale);
        await expect(page.getByText(t('propose.done'))).toBeVisible();
        await expect(dialog).toHaveCount(0);
      });
      const proposal = page.locator('[data-proposal]').filter({ hasText: customer.email });
      await expect(proposal).toContainText(p('states.open'));
      await expect(proposal.getByRole('button')).toHaveText([p('withdraw')]);

      await test.step('the other owner has it waiting, and approves it', async () => {
        const other = await theirs.context.newPage();
        await other.goto(path('/admin/operators'));
        const tabs = other.getByRole('navigation', { name: frame('nav') });
        const tab = tabs.locator(`[href="${path('/admin/operators')}"]`);
        await expect(tab).toContainText(/\d/u);
        const line = other.locator('[data-proposal]').filter({ hasText: customer.email });
        await expect(line).toContainText(first.email);
        await other.setViewportSize({ width: 768, height: 900 });
        await expectNoSidewaysScroll(other, 'a proposal that waits, on a tablet');
        const what = `${t('kinds.grant')}, ${customer.email}`;
        await line.getByRole('button', { name: p('approveNamed', { what }) }).click();
        const question = other.getByRole('dialog', { name: p('decide.approve.title') });
        await expect(question).toContainText(customer.email);
        await expect(question).toContainText(t('roles.treasury'));
        await question.getByRole('button', { name: p('decide.approve.submit'), exact: true }).click();
        await proveInPage(other, second, locale);
        await expect(other.getByText(p('decide.approve.done'))).toBeVisible();
        await expect(line).toHaveCount(0);
        await expect(other.locator(`[data-operator="${customer.email}"]`)).toContainText(t('list.noFactor'));
      });

      await test.step('a revocation is proposed, and rejected with a reason that the proposer reads', async () => {
        await page.reload();
        await lineOf(customer.email)
          .getByRole('button', { name: t('list.revokeNamed', { email: customer.email }) })
          .click();
        const question = page.getByRole('dialog', {
          name: t('propose.revokeTitle', { email: customer.email }),
        });
        await question.getByRole('textbox', { name: t('propose.reason') }).fill('Left the desk');
        await question.getByRole('button', { name: t('propose.submit'), exact: true }).click();
        await expect(proposal).toContainText(t('kinds.revoke'));
        const list = await theirs.context.request.get('/api/admin/proposals');
        const { proposals } = (await list.json()) as {
          proposals: { id: string; subject: { email: string } }[];
        };
        const id = proposals.find(({ subject }) => subject.email === customer.email)?.id;
        await theirs.account.post(`/api/admin/proposals/${id}/reject`, { note: 'Still needed here' });
        await page.goto(path('/admin/operators?proposals=decided'));
        await expect(proposal.first()).toContainText(p('states.rejected'));
        await expect(proposal.first()).toContainText('Still needed here');
        await expect(proposal.last()).toContainText(p('states.approved'));
      });
      await Promise.all([theirs.context.close(), customers.context.close()]);
    },
  );

  inEnglish(
    `a new operator is led to a second factor first, and then finds the pages of the role alone (${locale})`,
    async ({ page, account }) => {
      const person = await account.signUp(locale);
      makeOperator(person, ['content']);
      const enrol = translator(enrolmentWords, locale);
      const security = new RegExp(`${path('/profile/security')}\\?for=operators$`, 'u');
      for (const asked of ['/admin', '/admin/images', '/admin/audit']) {
        await page.goto(path(asked));
        await expect(page).toHaveURL(security);
      }
      await expect(page.getByRole('alert').filter({ hasText: enrol('title') })).toContainText(enrol('text'));
      await inspect(page, 'enrolment', { phone: true });

      await addApp(account, person);
      await page.reload();
      await page.getByRole('link', { name: enrol('open') }).click();
      await expect(page).toHaveURL(new RegExp(`${path('/admin/today')}$`, 'u'));
      const tabs = page.getByRole('navigation', { name: frame('nav') });
      await expect(tabs.getByRole('link')).toHaveText([
        frame('tabs.today'),
        frame('tabs.images'),
        frame('tabs.incident'),
      ]);
      for (const asked of PRIVATE_PAGES.filter(isAdminPage)) {
        if (['/admin/today', '/admin/images', '/admin/incident'].includes(asked)) continue;
        await page.goto(path(asked));
        const leadsTo = asked === '/admin' ? '/admin/today' : '/dashboard';
        await expect(page, `${asked}`).toHaveURL(new RegExp(`${path(leadsTo)}$`, 'u'));
      }
    },
  );

  inEnglish(
    `what is done about an operator from the customers' list is a proposal, which can be taken back (${locale})`,
    async ({ page, account, browser, baseURL }) => {
      const theirs = await another(browser, baseURL ?? '');
      const colleague = await signUpOperator(theirs.account, { language: locale, roles: ['treasury'] });
      await signUpOperator(account, { language: locale, roles: ['compliance'], proved: true });
      const u = translator(adminUserWords, locale);
      await page.goto(path(`/admin?search=${encodeURIComponent(colleague.email)}`));
      await page.locator('.admin-users tbody tr[data-status]').getByRole('button').first().click();
      const panel = page.getByRole('dialog', { name: u('title') });
      await expect(panel).toContainText(u('actions.ofOperator'));
      // Resets are for support.
      await expect(panel.getByRole('button', { name: u('actions.resetTwoStep') })).toHaveCount(0);
      await panel.getByRole('button', { name: u('actions.suspend') }).click();
      const question = page.getByRole('dialog', { name: u('suspend.title') });
      await question.getByRole('textbox').fill('Strange sign-ins');
      await question.getByRole('button', { name: u('propose.submit'), exact: true }).click();
      await expect(page.getByText(u('propose.done'))).toBeVisible();
      const note = panel.getByText(u('proposal.title', { what: u('proposal.kinds.suspend') }));
      await expect(note).toBeVisible();
      await panel.getByRole('button', { name: u('proposal.withdraw') }).click();
      await expect(note).toHaveCount(0);
      await theirs.context.close();
    },
  );
}
