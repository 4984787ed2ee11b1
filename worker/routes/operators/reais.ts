// /api/admin/reais: payments in reais that wait for operators, and contested deposits. /api/admin/exchange-tariffs: spread and tax of the
// exchange, which one operator proposes and another announces (P95, P96).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  ExchangeTariffRequest,
  type ExchangeTariffsReport,
  type ReaisAtWork,
  ReaisRefundRequest,
} from '../../contract/operators/reais.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  announceExchangeTariff,
  dropExchangeTariff,
  exchangeTariffsReport,
  proposeExchangeTariff,
} from '../../services/operators/exchange-tariffs.ts';
import { reaisAtWork, refundUnknown } from '../../services/operators/reais.ts';
import { loggedList } from './logged-list.ts';

export const reais = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('deposits.read'), loggedList('deposit'), async (c) =>
    c.json((await reaisAtWork(depsFrom(c))) satisfies ReaisAtWork, 200),
  )
  .post('/refunds', requireAdminChange('deposits.decide'), jsonBody(ReaisRefundRequest), async (c) => {
    const sent = await refundUnknown(depsFrom(c), actorOf(c), c.req.valid('json'));
    return sent.ok ? c.json(sent.value satisfies ReaisAtWork, 200) : problem(c, sent.error);
  });

export const exchangeTariffs = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('ledger.read'), async (c) =>
    c.json((await exchangeTariffsReport(depsFrom(c), actorOf(c))) satisfies ExchangeTariffsReport, 200),
  )
  .post('/', requireAdminChange('tariff.propose'), jsonBody(ExchangeTariffRequest), async (c) => {
    const proposed = await proposeExchangeTariff(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok
      ? c.json(proposed.value satisfies ExchangeTariffsReport, 201)
      : problem(c, proposed.error);
  })
  .post('/:id/announce', requireAdminChange('tariff.decide'), async (c) => {
    const announced = await announceExchangeTariff(depsFrom(c), actorOf(c), c.req.param('id'));
    return announced.ok
      ? c.json(announced.value satisfies ExchangeTariffsReport, 200)
      : problem(c, announced.error);
  })
  .post('/:id/drop', requireAdminChange('tariff.decide'), async (c) => {
    const dropped = await dropExchangeTariff(depsFrom(c), actorOf(c), c.req.param('id'));
    return dropped.ok
      ? c.json(dropped.value satisfies ExchangeTariffsReport, 200)
      : problem(c, dropped.error);
  });
