// /api/admin/reais: payments in reais that wait for operators, and contested deposits. /api/admin/exchange-tariffs: spread and tax of the
// exchange, which one operator proposes and another announces (P95, P96).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  AnswerRequest,
  ExchangeTariffRequest,
  type ExchangeTariffsReport,
  HandRefundRequest,
  type ReaisAtWork,
  ReaisQuery,
  ReaisRefundRequest,
} from '../../contract/operators/reais.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  announceExchangeTariff,
  dropExchangeTariff,
  exchangeTariffsReport,
  proposeExchangeTariff,
} from '../../services/operators/exchange-tariffs.ts';
import {
  answerTwice,
  approveHandRefund,
  dropHandRefund,
  holdRefund,
  proposeHandRefund,
  releaseRefund,
} from '../../services/operators/hand-refunds.ts';
import { reaisAtWork, refundUnknown } from '../../services/operators/reais.ts';
import { loggedList } from './logged-list.ts';

export const reais = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('deposits.read'), query(ReaisQuery), loggedList('deposit'), async (c) =>
    c.json((await reaisAtWork(depsFrom(c), actorOf(c), c.req.valid('query'))) satisfies ReaisAtWork, 200),
  )
  .post('/refunds', requireAdminChange('deposits.decide'), jsonBody(ReaisRefundRequest), async (c) => {
    const sent = await refundUnknown(depsFrom(c), actorOf(c), c.req.valid('json'));
    return sent.ok ? c.json(sent.value satisfies ReaisAtWork, 200) : problem(c, sent.error);
  })
  .post('/holds', requireAdminChange('deposits.decide'), jsonBody(ReaisRefundRequest), async (c) => {
    const held = await holdRefund(depsFrom(c), actorOf(c), c.req.valid('json'));
    return held.ok ? c.json(held.value satisfies ReaisAtWork, 200) : problem(c, held.error);
  })
  .post('/releases', requireAdminChange('deposits.decide'), jsonBody(ReaisRefundRequest), async (c) => {
    const released = await releaseRefund(depsFrom(c), actorOf(c), c.req.valid('json'));
    return released.ok ? c.json(released.value satisfies ReaisAtWork, 200) : problem(c, released.error);
  })
  .post('/hand-refunds', requireAdminChange('deposits.propose'), jsonBody(HandRefundRequest), async (c) => {
    const proposed = await proposeHandRefund(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value satisfies ReaisAtWork, 201) : problem(c, proposed.error);
  })
  .post('/hand-refunds/:id/approve', requireAdminChange('deposits.decide'), async (c) => {
    const booked = await approveHandRefund(depsFrom(c), actorOf(c), c.req.param('id'));
    return booked.ok ? c.json(booked.value satisfies ReaisAtWork, 200) : problem(c, booked.error);
  })
  .post('/hand-refunds/:id/drop', requireAdminChange('deposits.decide'), async (c) => {
    const dropped = await dropHandRefund(depsFrom(c), actorOf(c), c.req.param('id'));
    return dropped.ok ? c.json(dropped.value satisfies ReaisAtWork, 200) : problem(c, dropped.error);
  })
  .post(
    '/hand-refunds/:id/answer',
    requireAdminChange('deposits.decide'),
    jsonBody(AnswerRequest),
    async (c) => {
      const answered = await answerTwice(depsFrom(c), actorOf(c), c.req.param('id'), c.req.valid('json'));
      return answered.ok ? c.json(answered.value satisfies ReaisAtWork, 200) : problem(c, answered.error);
    },
  );

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
