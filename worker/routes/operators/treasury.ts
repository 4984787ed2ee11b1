// GET /api/admin/treasury: the house's money. /api/admin/treasury/orders: exchanges and taxes at the bank, recorded by one operator and
// booked by another (P103).

import { Hono } from 'hono';
import { actorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  TreasuryOrderRequest,
  type TreasuryOrders,
  TreasuryOrdersQuery,
  type TreasuryReport,
  UndoingRequest,
} from '../../contract/operators/treasury.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import {
  approveOrder,
  dropOrder,
  proposeOrder,
  proposeUndoing,
  treasuryOrders,
} from '../../services/operators/treasury-orders.ts';
import { treasuryReport } from '../../services/operators/treasury.ts';

export const treasury = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('treasury.read'), async (c) =>
    c.json((await treasuryReport(depsFrom(c))) satisfies TreasuryReport, 200),
  )
  .get('/orders', requireAdmin('treasury.read'), query(TreasuryOrdersQuery), async (c) => {
    const page = await treasuryOrders(depsFrom(c), actorOf(c), c.req.valid('query'));
    return c.json(page satisfies TreasuryOrders, 200);
  })
  .post('/orders', requireAdminChange('treasury.propose'), jsonBody(TreasuryOrderRequest), async (c) => {
    const proposed = await proposeOrder(depsFrom(c), actorOf(c), c.req.valid('json'));
    return proposed.ok ? c.json(proposed.value satisfies TreasuryOrders, 201) : problem(c, proposed.error);
  })
  .post('/orders/:id/undo', requireAdminChange('treasury.propose'), jsonBody(UndoingRequest), async (c) => {
    const command = { id: c.req.param('id'), ...c.req.valid('json') };
    const proposed = await proposeUndoing(depsFrom(c), actorOf(c), command);
    return proposed.ok ? c.json(proposed.value satisfies TreasuryOrders, 201) : problem(c, proposed.error);
  })
  .post('/orders/:id/approve', requireAdminChange('treasury.decide'), async (c) => {
    const booked = await approveOrder(depsFrom(c), actorOf(c), c.req.param('id'));
    return booked.ok ? c.json(booked.value satisfies TreasuryOrders, 200) : problem(c, booked.error);
  })
  .post('/orders/:id/drop', requireAdminChange('treasury.decide'), async (c) => {
    const dropped = await dropOrder(depsFrom(c), actorOf(c), c.req.param('id'));
    return dropped.ok ? c.json(dropped.value satisfies TreasuryOrders, 200) : problem(c, dropped.error);
  });
