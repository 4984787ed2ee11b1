// /api/tax: the tax workbook, only the signed-in customer's own.

import { Hono } from 'hono';
import { requireSession } from '../auth/guards.ts';
import { TaxChoiceChange, TaxFileQuery } from '../contract/tax.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody, query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { taxFile } from '../services/tax-file.ts';
import { chooseTax, taxMonth, taxYear, taxYears } from '../services/tax.ts';

export const tax = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireSession, async (c) => c.json(await taxYears(depsFrom(c), c.var.session.userId), 200))
  .get('/:year', requireSession, async (c) => {
    const found = await taxYear(depsFrom(c), c.var.session.userId, c.req.param('year'));
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .get('/:year/months/:month', requireSession, async (c) => {
    const found = await taxMonth(depsFrom(c), c.var.session.userId, c.req.param());
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .put('/:year/choice', requireSession, jsonBody(TaxChoiceChange), async (c) => {
    const asked = [c.req.param('year'), c.req.valid('json')] as const;
    const chosen = await chooseTax(depsFrom(c), c.var.session.userId, ...asked);
    return chosen.ok ? c.json(chosen.value, 200) : problem(c, chosen.error);
  })
  .get('/:year/file', requireSession, query(TaxFileQuery), async (c) => {
    const asked = { year: c.req.param('year'), ...c.req.valid('query') };
    const file = await taxFile(depsFrom(c), c.var.session.userId, asked);
    if (!file.ok) return problem(c, file.error);
    const { name, type, bytes } = file.value;
    c.header('Content-Type', type);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(new Uint8Array(bytes), 200);
  });
