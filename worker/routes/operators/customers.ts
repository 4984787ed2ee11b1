// /api/admin/users: the list of customers and what operators may change about them; one customer's details and dashboard,
// read-only, once their opening is in the audit log.

import { Hono, type MiddlewareHandler } from 'hono';
import { clientOf } from '../../auth/client.ts';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { AccessChange, CustomersQuery, CustomerStatusChange } from '../../contract/operators/customers.ts';
import { NoteRequest, TimelineQuery } from '../../contract/operators/timeline.ts';
import { HistoryQuery } from '../../contract/prices.ts';
import { StatementFileQuery, StatementQuery } from '../../contract/statements.ts';
import { TransactionsQuery } from '../../contract/transactions.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { resetTwoStep, sendPasswordReset } from '../../services/operators/customer-access.ts';
import { pageOfCustomers, readCustomer } from '../../services/operators/customers.ts';
import { changeCustomerStatus } from '../../services/operators/customer-status.ts';
import { addNote, pageOfTimeline } from '../../services/operators/timeline.ts';
import { openView, type Viewed, viewRefusal } from '../../services/operators/view-customer.ts';
import { depsFrom } from '../../services/deps.ts';
import { portfolioHistory } from '../../services/portfolio-history.ts';
import { readPortfolio } from '../../services/portfolio.ts';
import { pageOfTransactions } from '../../services/transactions.ts';
import { statementFile } from '../../services/statement-files.ts';
import { listMonths, viewStatement } from '../../services/statements.ts';
import { fileReply } from '../file-reply.ts';
import { loggedList } from './logged-list.ts';

/** Who a customer is, owns and did is answered only to an operator whose opening of it is in the log. */
const requireView =
  (...viewed: readonly Viewed[]): MiddlewareHandler<AppEnv, '/:userId'> =>
  async (c, next) => {
    const view = { operatorId: c.var.session.userId, userId: c.req.param('userId'), viewed };
    const refusal = await viewRefusal(depsFrom(c), view);
    return refusal === null ? next() : problem(c, refusal);
  };

const requireDashboard = requireView('dashboard');

const changes = new Hono<AppEnv>()
  .patch('/:userId', requireAdminChange('customers.status'), jsonBody(CustomerStatusChange), async (c) => {
    const command = { userId: c.req.param('userId'), ...c.req.valid('json') };
    const changed = await changeCustomerStatus(depsFrom(c), operatorOf(c), command);
    return changed.ok ? c.json(changed.value, 200) : problem(c, changed.error);
  })
  .post(
    '/:userId/password-reset',
    requireAdminChange('customers.access'),
    jsonBody(AccessChange),
    async (c) => {
      const command = { userId: c.req.param('userId'), client: clientOf(c), ...c.req.valid('json') };
      const sent = await sendPasswordReset(depsFrom(c), operatorOf(c), command);
      return sent.ok ? c.body(null, 202) : problem(c, sent.error);
    },
  )
  .post(
    '/:userId/notes',
    requireAdminChange('customers.note'),
    requireDashboard,
    jsonBody(NoteRequest),
    async (c) => {
      const command = { userId: c.req.param('userId'), ...c.req.valid('json') };
      const added = await addNote(depsFrom(c), operatorOf(c), command);
      return added.ok ? c.body(null, 204) : problem(c, added.error);
    },
  )
  .post(
    '/:userId/two-step-reset',
    requireAdminChange('customers.access'),
    jsonBody(AccessChange),
    async (c) => {
      const command = { userId: c.req.param('userId'), ...c.req.valid('json') };
      const reset = await resetTwoStep(depsFrom(c), operatorOf(c), command);
      return reset.ok ? c.json(reset.value, 200) : problem(c, reset.error);
    },
  );

const views = new Hono<AppEnv>()
  .post('/:userId/views', requireAdmin('customers.read'), async (c) => {
    const opened = await openView(depsFrom(c), operatorOf(c), c.req.param('userId'), 'dashboard');
    return opened.ok ? c.json(opened.value, 201) : problem(c, opened.error);
  })
  .post('/:userId/detail-views', requireAdmin('customers.read'), async (c) => {
    const opened = await openView(depsFrom(c), operatorOf(c), c.req.param('userId'), 'details');
    return opened.ok ? c.json(opened.value, 201) : problem(c, opened.error);
  })
  // The dashboard's page names its customer from the details.
  .get('/:userId', requireAdmin('customers.read'), requireView('details', 'dashboard'), async (c) => {
    const found = await readCustomer(depsFrom(c), c.req.param('userId'), c.var.session.userId);
    return found.ok ? c.json(found.value, 200) : problem(c, found.error);
  })
  .get('/:userId/portfolio', requireAdmin('customers.read'), requireDashboard, async (c) =>
    c.json(await readPortfolio(depsFrom(c), c.req.param('userId')), 200),
  )
  .get(
    '/:userId/portfolio/history',
    requireAdmin('customers.read'),
    requireDashboard,
    query(HistoryQuery),
    async (c) => {
      const { range } = c.req.valid('query');
      return c.json(await portfolioHistory(depsFrom(c), c.req.param('userId'), range), 200);
    },
  )
  .get(
    '/:userId/timeline',
    requireAdmin('customers.read'),
    requireDashboard,
    query(TimelineQuery),
    async (c) => c.json(await pageOfTimeline(depsFrom(c), c.req.param('userId'), c.req.valid('query')), 200),
  )
  .get(
    '/:userId/transactions',
    requireAdmin('customers.read'),
    requireDashboard,
    query(TransactionsQuery),
    async (c) =>
      c.json(await pageOfTransactions(depsFrom(c), c.req.param('userId'), c.req.valid('query')), 200),
  );

/** A customer's statements, as the customer has them: what he owns and did. */
const statements = new Hono<AppEnv>()
  .get('/:userId/statements', requireAdmin('customers.read'), requireDashboard, async (c) => {
    const list = await listMonths(depsFrom(c), c.req.param('userId'));
    return list.ok ? c.json(list.value, 200) : problem(c, list.error);
  })
  .get(
    '/:userId/statements/:month',
    requireAdmin('customers.read'),
    requireDashboard,
    query(StatementQuery),
    async (c) => {
      const { userId, month } = c.req.param();
      const view = await viewStatement(depsFrom(c), userId, month, c.req.valid('query'));
      return view.ok ? c.json(view.value, 200) : problem(c, view.error);
    },
  )
  .get(
    '/:userId/statements/:month/file',
    requireAdmin('customers.read'),
    requireDashboard,
    query(StatementFileQuery),
    async (c) => {
      const { userId: accountId, month } = c.req.param();
      const wanted = { accountId, month, readerId: c.var.session.userId };
      const file = await statementFile(depsFrom(c), wanted, c.req.valid('query'));
      return file.ok ? fileReply(c, file.value) : problem(c, file.error);
    },
  );

export const customers = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('customers.read'), query(CustomersQuery), loggedList('customer'), async (c) =>
    c.json(await pageOfCustomers(depsFrom(c), c.req.valid('query')), 200),
  )
  .route('/', changes)
  .route('/', views)
  .route('/', statements);
