// The operators' area against everybody who has no business in it: its pages and its calls asked for directly, past the
// page; what each kind of operator finds in it; and the proof that changes ask for once.

import { isAdminPage } from '../../worker/domain/admin-path.ts';
import { PRIVATE_PAGES } from '../../worker/domain/site-map.ts';
import { ADMIN, type Named, needsStepUp } from '../worker/security/isolation-admin-routes.ts';
import { LANGUAGES, PORTUGUESE } from './support/language.ts';
import { codeOf } from './support/factors.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test, testsOf } from './support/test.ts';
import type { APIRequestContext, Page } from 'playwright/test';
import {
  adminAuditWords,
  adminFrameWords,
  loginWords,
  menusWords,
  notFoundWords,
  titlesWords,
  proofWords,
  shellWords,
} from '../support/words.ts';

const PAGES = PRIVATE_PAGES.filter(isAdminPage);
/** Personal data of people who wrote to us. */
const PREMIUM_PAGES = new Set<string>(['/admin/submissions', '/admin/contacts']);

/** Where the server redirects a request for a page, or its status. */
async function answerTo(request: APIRequestContext, path: string): Promise<string> {
  const reply = await request.get(path, { maxRedirects: 0 });
  return reply.headers()['location'] ?? String(reply.status());
}

/** Somebody whom the calls would be about; none of it exists. */
const NOBODY: Named = {
  userId: 'nobody-7',
  email: 'nobody-7@onca.example',
  transactionId: 'none-7',
  withdrawalId: 'none-7',
  payoutAccountId: 'none-7',
};

/** Every call of the area, as this visitor, sent as our own page would: the codes they are answered with. */
async function callAll(
  request: APIRequestContext,
  origin: string,
  names: readonly string[],
): Promise<Record<string, string[]>> {
  const codes: Record<string, string[]> = {};
  for (const name of names) {
    const [method = '', pattern = ''] = name.split(' ');
    const route = ADMIN[name];
    const body = method === 'GET' ? {} : { data: route?.body?.(NOBODY) ?? {} };
    const reply = await request.fetch(route?.path?.(NOBODY) ?? pattern, {
      method,
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      ...body,
    });
    const { code } = (await reply.json()) as { code?: string };
    (codes[code ?? String(reply.status())] ??= []).push(name);
  }
  return codes;
}

const CALLS = Object.keys(ADMIN);

test('a visitor gets no page of the area and no answer from its calls', async ({ request, baseURL }) => {
  for (const { path } of LANGUAGES) {
    for (const asked of PAGES) {
      expect(await answerTo(request, path(asked))).toBe(path(`/login?next=${encodeURIComponent(asked)}`));
    }
  }
  expect(CALLS.length).toBeGreaterThan(30);
  expect(Object.keys(await callAll(request, baseURL ?? '', CALLS))).toEqual(['Unauthenticated']);
});

test('customers get neither, whatever their tier, see no way into it, and are led back from it inside the app too', async ({
  page,
  account,
  baseURL,
}) => {
  await account.signUp();
  for (const asked of PAGES) expect(await answerTo(page.request, asked)).toBe('/dashboard');
  expect(Object.keys(await callAll(page.request, baseURL ?? '', CALLS))).toEqual(['Forbidden']);

  await test.step('a move inside the app leads a customer back as silently as the server does', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const seen: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin')) seen.push(request.url());
    });
    await page.evaluate(() => {
      history.pushState({}, '', '/admin/audit');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(page).toHaveURL(/\/dashboard$/u);
    expect(seen).toEqual([]);
  });

  await page.goto('/admin/audit');
  await expect(page).toHaveURL(/\/dashboard$/u);
  await page.getByRole('button', { name: shellWords.say('pt-BR', 'account.label') }).click();
  await expect(page.getByRole('menuitem', { name: PORTUGUESE.words.shell.account.signOut })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: menusWords.say('pt-BR', 'nav.admin') })).toHaveCount(0);
});

test('an operator of the standard tier has everything but the submissions', async ({
  page,
  account,
  baseURL,
}) => {
  await signUpOperator(account, { tier: 'standard' });
  for (const asked of PAGES) {
    expect(await answerTo(page.request, asked)).toBe(PREMIUM_PAGES.has(asked) ? '/dashboard' : '200');
  }
  const premium = CALLS.filter((name) => /^(?:submissions|contacts)\./u.test(ADMIN[name]?.may ?? ''));
  expect(premium.length).toBeGreaterThan(3);
  expect(Object.keys(await callAll(page.request, baseURL ?? '', premium))).toEqual(['Forbidden']);
  const changes = CALLS.filter((name) => needsStepUp(name) && !premium.includes(name));
  expect(changes.length).toBeGreaterThan(10);
  expect(Object.keys(await callAll(page.request, baseURL ?? '', changes))).toEqual(['StepUpRequired']);

  await page.goto('/admin/audit');
  const tabs = page.getByRole('navigation', { name: adminFrameWords.say('pt-BR', 'nav') });
  await expect(tabs.getByRole('link', { name: adminFrameWords.say('pt-BR', 'tabs.audit') })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await test.step('an unknown address of the area is told so in the frame of the area', async () => {
    const reply = await page.goto('/admin/nope');
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      notFoundWords.say('pt-BR', 'meta.title'),
    );
    await expect(tabs.getByRole('link').first()).toBeVisible();
    await expect(page.locator('.site-header')).toHaveCount(0);
    await page.goBack();
  });
  const submissions = tabs.getByRole('link', { name: adminFrameWords.say('pt-BR', 'tabs.submissions') });
  await expect(submissions).toHaveCount(0);
});

for (const { locale, path } of LANGUAGES) {
  const { inEnglish } = testsOf(locale);
  inEnglish(
    `an operator finds the area in the menu and after signing in, proves once who it is, and is led away as one no more (${locale})`,
    async ({ page, account }) => {
      const person = await signUpOperator(account, { language: locale });
      const frame = (key: Parameters<typeof adminFrameWords.say>[1]) => adminFrameWords.say(locale, key);
      await page.goto(path('/profile'));
      await page.getByRole('button', { name: shellWords.say(locale, 'account.label') }).click();
      await page.getByRole('menuitem', { name: menusWords.say(locale, 'nav.admin') }).click();
      await expect(page).toHaveURL(new RegExp(`${path('/admin')}$`, 'u'));
      const tabs = page.getByRole('navigation', { name: frame('nav') });
      // A customer's page has no link of its own.
      await expect(tabs.getByRole('link')).toHaveCount(PAGES.length - 1);
      await tabs.getByRole('link', { name: frame('tabs.audit') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        titlesWords.say(locale, 'audit.title'),
      );

      await test.step('a change asks who it is once, says for how long, and not again', async () => {
        const started = page.getByText(adminAuditWords.say(locale, 'export.started.title'));
        const exportNow = page.getByRole('button', { name: adminAuditWords.say(locale, 'export.button') });
        await exportNow.click();
        const dialog = page.getByRole('dialog', { name: proofWords.say(locale, 'title') });
        await expect(dialog).toContainText(proofWords.say(locale, 'stepUpAdminLead', { minutes: 30 }));
        await dialog.getByLabel(proofWords.say(locale, 'totp.label')).fill(codeOf(person.key, 0));
        const first = page.waitForEvent('download');
        await dialog.getByRole('button', { name: proofWords.say(locale, 'submit'), exact: true }).click();
        expect((await first).suggestedFilename()).toMatch(/^onca-audit-log-.*\.csv$/u);
        await expect(started).toBeVisible();
        const second = page.waitForEvent('download');
        await exportNow.click();
        await second;
        await expect(dialog).toHaveCount(0);
        expect(await linesOf(page)).toBe(2);
      });

      await account.signOut();
      await page.goto(path('/admin/audit'));
      await expect(page).toHaveURL(new RegExp(`${path('/login')}\\?next=%2Fadmin%2Faudit$`, 'u'));
      await page.getByLabel(loginWords.say(locale, 'email'), { exact: true }).fill(person.email);
      await page.getByRole('textbox', { name: loginWords.say(locale, 'password') }).fill(person.password);
      await page.getByRole('button', { name: loginWords.say(locale, 'submit'), exact: true }).click();
      await page.getByLabel(proofWords.say(locale, 'totp.label')).fill(codeOf(person.key, 1));
      await page.getByRole('button', { name: proofWords.say(locale, 'submit'), exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path('/admin/audit')}$`, 'u'));

      await test.step('who stops being an operator while the page is open is led away by the next call', async () => {
        const refresh = page.getByRole('button', { name: adminAuditWords.say(locale, 'list.refresh') });
        // A refresh during the first reading would only wait for it.
        await expect(page.locator('.admin-table tbody tr time').first()).toBeVisible();
        // As if the row had gone: both the calls and who this is are answered so.
        await page.route('**/api/admin/**', (route) => route.fulfill(FORBIDDEN));
        await page.route('**/api/auth/session', async (route) => {
          const reply = await route.fetch();
          const body = (await reply.json()) as { profile: object };
          await route.fulfill({
            response: reply,
            json: { ...body, profile: { ...body.profile, isAdmin: false } },
          });
        });
        await refresh.click();
        await expect(page).toHaveURL(new RegExp(`${path('/dashboard')}$`, 'u'));
      });
    },
  );
}

const FORBIDDEN = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    code: 'Forbidden',
    detail: '',
  }),
};

/** The two exports are in the log, and nothing else of this operator's but lists that were read. */
async function linesOf(page: Page): Promise<number> {
  const { profile } = (await (await page.request.get('/api/auth/session')).json()) as {
    profile: { id: string };
  };
  const reply = await page.request.get(`/api/admin/audit-log?actor=${profile.id}`);
  const { lines } = (await reply.json()) as { lines: { readonly action: string }[] };
  return lines.filter(({ action }) => !action.endsWith('.listed')).length;
}
