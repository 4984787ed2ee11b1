// What the clock starts.

import { env, exports } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../worker/contract/metrics.ts';
import { FiguresReport } from '../../worker/contract/operators/figures.ts';
import * as v from 'valibot';
import { auditHead } from '../../worker/db/audit-log.ts';
import { NIGHTLY } from '../../worker/scheduled.ts';
import { createCustomer, type Customer, ORIGIN } from '../support/customers.ts';
import { fund, quoteFor } from '../support/funds.ts';
import { callsOf } from '../support/money-calls.ts';
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

describe('each minute the system is measured', () => {
  const scrape = (headers: Readonly<Record<string, string>>) =>
    exports.default.fetch(new Request(`${ORIGIN}/api/metrics`, { headers }));
  const byToken = { Authorization: `Bearer ${env.OPS_TOKEN}` };
  const valueOf = async (series: string) => {
    const text = await (await scrape(byToken)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? null : Number(line.slice(series.length));
  };

  test('for a scraper with the token, and for operators who may see it; the trades are the ledger’s', async () => {
    const reply = await scrape(byToken);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(await reply.text()).toMatch(/^# TYPE onca_requests counter\n[\s\S]*\n# EOF\n$/u);
    expect((await scrape({})).status).toBe(401);
    expect((await scrape({ Authorization: `Bearer ${env.OPS_TOKEN}x` })).status).toBe(401);
    const auditor = await createCustomer(env, { admin: true, roles: ['auditor'] });
    const content = await createCustomer(env, { admin: true, roles: ['content'] });
    expect((await scrape({ Cookie: auditor.cookie })).status).toBe(200);
    expect((await scrape({ Cookie: content.cookie })).status).toBe(403);

    await tick('* * * * *');
    const trades = 'onca_operations_total{kind="trade"}';
    const before = (await valueOf(trades)) ?? 0;
    const ana: Customer = await createCustomer(env);
    await fund(env.DB, ana, 100_000);
    const buy = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 } as const;
    for (let times = 0; times < 2; times += 1)
      expect((await callsOf(ana).trade(await quoteFor(env, ana, buy))).status).toBe(201);
    await Promise.all([tick('* * * * *'), tick('* * * * *')]);
    await tick('* * * * *');
    expect(await valueOf(trades)).toBe(before + 2);
    expect(await valueOf('onca_price_age_seconds{metal="gold"}')).toBeGreaterThanOrEqual(0);
    expect(await valueOf('onca_sockets')).toBe(0);
    for (const object of ['hub', 'desk', 'relays', 'figures'] as const)
      expect(await valueOf(seriesOf('onca_object_silent', { object }))).toBe(0);
    expect(await valueOf('onca_queue_length{queue="mail"}')).not.toBeNull();
    expect(await valueOf('onca_requests_total{class="trade",status="2xx"}')).toBeGreaterThanOrEqual(2);

    const figures = async (query: string, cookie: string) =>
      exports.default.fetch(
        new Request(`${ORIGIN}/api/admin/figures${query}`, { headers: { Cookie: cookie } }),
      );
    const report = v.parse(FiguresReport, await (await figures('', auditor.cookie)).json());
    const sum = report.charts
      .find(({ chart }) => chart === 'trades')
      ?.points.reduce((all, { value }) => all + value, 0);
    expect(sum).toBeGreaterThanOrEqual(2);
    expect(report.refusals.find(({ code }) => code === 'Unauthenticated')?.count).toBeGreaterThanOrEqual(2);
    expect((await figures('?period=24h', auditor.cookie)).status).toBe(200);
    expect((await figures('?period=9y', auditor.cookie)).status).toBe(422);
    expect((await figures('', content.cookie)).status).toBe(403);
  });
});
