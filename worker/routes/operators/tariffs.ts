// /api/admin/tariffs: from when on storage costs something, which one operator proposes and another announces (P88).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { TariffRequest, type TariffsReport } from '../../contract/operators/tariffs.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  announceTariff,
  dropTariff,
  proposeTariff,
  tariffsReport,
} from '../../services/operators/tariffs.ts';

export const tariffs = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('ledger.read'), async (c) =>
    c.json((await tariffsReport(depsFrom(c), actorOf(c))) satisfies TariffsReport, 200),
  )
  .post('/', requireAdminChange('tariff.propose'), jsonBody(TariffRequest), async (c) => {
    const proposed = await proposeTariff(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value satisfies TariffsReport, 201) : problem(c, proposed.error);
  })
  .post('/:id/announce', requireAdminChange('tariff.decide'), async (c) => {
    const announced = await announceTariff(depsFrom(c), actorOf(c), c.req.param('id'));
    return announced.ok ? c.json(announced.value satisfies TariffsReport, 200) : problem(c, announced.error);
  })
  .post('/:id/drop', requireAdminChange('tariff.decide'), async (c) => {
    const dropped = await dropTariff(depsFrom(c), actorOf(c), c.req.param('id'));
    return dropped.ok ? c.json(dropped.value satisfies TariffsReport, 200) : problem(c, dropped.error);
  });
