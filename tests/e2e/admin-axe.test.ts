// Every page of the operators' area in four themes and on a phone: axe finds nothing, nothing scrolls sideways, the
// console is quiet. With the seed's customers, in Portuguese: no English text is longer.

import { isAdminPage } from '../../worker/domain/admin-pages.ts';
import { PRIVATE_PAGES } from '../../worker/domain/site-map.ts';
import { SEEDED_CUSTOMER } from '../../worker/commands/seed-accounts.ts';
import { complaintsOf } from './support/complaints.ts';
import { inspect } from './support/inspect.ts';
import { signUpOperator } from './support/operators.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

for (const path of PRIVATE_PAGES.filter(isAdminPage)) {
  test(`${path} is accessible in four themes, quiet, and never wider than the screen`, async ({
    page,
    account,
  }) => {
    await signUpOperator(account);
    const complaints = complaintsOf(page);
    await page.goto(path === '/admin/customer' ? `${path}?id=${SEEDED_CUSTOMER.id}` : path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // What is read has come: no skeleton is left.
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
    await inspect(page, path, { phone: true });
    expect(complaints).toEqual([]);
  });
}
