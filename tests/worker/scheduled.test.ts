// What the clock starts.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { auditHead } from '../../worker/db/audit-log.ts';
import { NIGHTLY } from '../../worker/scheduled.ts';
import { tick } from '../support/tick.ts';
import wranglerToml from '../../wrangler.toml?raw';

test('the nightly trigger is one the platform is told of', () => {
  expect(wranglerToml).toContain(`"${NIGHTLY}"`);
});

test('each minute the end of the audit log is written down outside of the database', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await tick('* * * * *');
  const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  said.mockRestore();
  expect(lines.find(({ job }) => job === 'audit-head')).toMatchObject({
    event: 'cron',
    counted: await auditHead(env.DB),
  });
});

test('each minute the prices are refreshed', async () => {
  const before = Date.now();
  await tick('* * * * *');
  // Asked of the hub itself: the API's answer may be two seconds old, and of another file's hub.
  const { asOf, prices } = await env.PRICE_HUB.getByName('main').snapshot();
  expect(prices).toHaveLength(4);
  expect(Date.parse(asOf ?? '')).toBeGreaterThanOrEqual(before);
});
