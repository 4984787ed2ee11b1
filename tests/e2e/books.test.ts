// After all other tests the ledger of every server passes the full check.

import { expect, test } from 'playwright/test';
import { OPS_TOKEN, SERVERS } from './support/servers.ts';
import { inFirefoxToo } from './support/tier.ts';

for (const [index, { origin }] of SERVERS.entries()) {
  test(
    `the books of all that was traded, deposited and claimed at server ${index} add up`,
    inFirefoxToo,
    async ({ request }) => {
      const reply = await request.get(`${origin}/api/health/deep`, {
        // The check reads every entry: minutes on a disk whose pages no cache holds.
        timeout: 0,
        headers: { Authorization: `Bearer ${OPS_TOKEN}` },
      });
      expect(reply.status()).toBe(200);
      const { ledger } = (await reply.json()) as {
        ledger: { ok: boolean; findings: unknown[]; counts: Record<string, number> } | null;
      };
      expect(ledger).toMatchObject({ ok: true, findings: [] });
      // The check has looked at something: the seeded customer alone has a past.
      expect(ledger?.counts['operations']).toBeGreaterThan(0);
      expect(ledger?.counts['entries']).toBeGreaterThan(0);
    },
  );
}
