// The operators' routes about money that leaves and comes in: withdrawals, the accounts they go to, and what waits.

import type { AdminRoute, Named } from './isolation-admin-routes.ts';

const REASON = 'Brincadeira de mau gosto';

const withdrawal =
  (what = '') =>
  ({ withdrawalId }: Named) =>
    `/api/admin/withdrawals/${withdrawalId}${what}`;
const payoutAccount =
  (what: string) =>
  ({ payoutAccountId }: Named) =>
    `/api/admin/payout-accounts/${payoutAccountId}${what}`;
export const PAYOUT_ACCOUNTS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/payout-accounts': { access: 'operator', may: 'payouts.decide' },
  'POST /api/admin/payout-accounts/:id/views': {
    access: 'operator',
    may: 'payouts.decide',
    path: payoutAccount('/views'),
  },
  'POST /api/admin/payout-accounts/:id/decisions': {
    access: 'operator',
    may: 'payouts.decide',
    path: payoutAccount('/decisions'),
    body: () => ({ decision: 'approve', reason: REASON }),
  },
};
const decidesWithdrawal = (path: (victim: Named) => string, body: object): AdminRoute => ({
  access: 'operator',
  may: 'withdrawals.decide',
  path,
  body: () => body,
});
const endOfWithdrawal = (how: string, body: object): AdminRoute =>
  decidesWithdrawal(() => `/api/admin/withdrawals/proposals/any/${how}`, body);
const [RESOLUTION, TAKEN] = [
  { reason: REASON, contradictions: ['any'] },
  { change: 'take', seen: null },
];
const END = { kind: 'withdrawal-paid', reference: 'ST-1', reason: REASON };
export const WITHDRAWALS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/withdrawals': { access: 'operator', may: 'withdrawals.read' },
  'GET /api/admin/withdrawals/:id': { access: 'operator', may: 'withdrawals.read', path: withdrawal() },
  'POST /api/admin/withdrawals/:id/approve': decidesWithdrawal(withdrawal('/approve'), { reason: REASON }),
  'POST /api/admin/withdrawals/:id/stop': decidesWithdrawal(withdrawal('/stop'), { reason: REASON }),
  'POST /api/admin/withdrawals/:id/reject': decidesWithdrawal(withdrawal('/reject'), { reason: REASON }),
  'POST /api/admin/withdrawals/:id/resolve': decidesWithdrawal(withdrawal('/resolve'), RESOLUTION),
  'POST /api/admin/withdrawals/:id/proposals': decidesWithdrawal(withdrawal('/proposals'), END),
  'GET /api/admin/withdrawals/proposals': { access: 'operator', may: 'withdrawals.read' },
  'POST /api/admin/withdrawals/proposals/:id/approve': endOfWithdrawal('approve', { note: '' }),
  'POST /api/admin/withdrawals/proposals/:id/reject': endOfWithdrawal('reject', { note: REASON }),
  'POST /api/admin/withdrawals/proposals/:id/withdraw': endOfWithdrawal('withdraw', {}),
};

export const QUEUES: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/today': { access: 'operator', may: 'area.open' },
  'PATCH /api/admin/today/alerts/:id': { access: 'operator', may: 'area.open', body: () => TAKEN },
  'GET /api/admin/treasury': { access: 'operator', may: 'treasury.read' },
  'GET /api/admin/treasury/orders': { access: 'operator', may: 'treasury.read' },
  'POST /api/admin/treasury/orders': {
    access: 'operator',
    may: 'treasury.propose',
    body: () => ({
      kind: 'dollars-bought',
      usdCents: 100_000,
      brlCents: 500_000,
      reference: 'Contract 1',
      reason: 'Nothing at all',
    }),
  },
  'POST /api/admin/treasury/orders/:id/undo': {
    access: 'operator',
    may: 'treasury.propose',
    body: () => ({ reason: 'Of another bank' }),
  },
  'POST /api/admin/treasury/orders/:id/approve': { access: 'operator', may: 'treasury.decide' },
  'POST /api/admin/treasury/orders/:id/drop': { access: 'operator', may: 'treasury.decide' },
  'GET /api/admin/reconciliation': { access: 'operator', may: 'reconciliation.read' },
  'GET /api/admin/reconciliation/breaks': { access: 'operator', may: 'reconciliation.read' },
  'POST /api/admin/reconciliation/files': {
    access: 'operator',
    may: 'reconciliation.change',
    path: () => '/api/admin/reconciliation/files?source=dollars&label=mallory.csv',
  },
  'GET /api/admin/reconciliation/files': { access: 'operator', may: 'reconciliation.read' },
  'GET /api/admin/reconciliation/files/:id': { access: 'operator', may: 'reconciliation.read' },
  'POST /api/admin/reconciliation/files/:id/set-aside': {
    access: 'operator',
    may: 'reconciliation.change',
    body: () => ({ reason: 'Of another account' }),
  },
  'POST /api/admin/reconciliation/set-asides/:id/approve': {
    access: 'operator',
    may: 'reconciliation.change',
  },
  'POST /api/admin/reconciliation/set-asides/:id/drop': { access: 'operator', may: 'reconciliation.change' },
  'POST /api/admin/reconciliation/breaks/:id/take': { access: 'operator', may: 'reconciliation.change' },
  'POST /api/admin/reconciliation/breaks/:id/resolve': {
    access: 'operator',
    may: 'reconciliation.change',
    body: () => ({ reason: 'A joke of bad taste' }),
  },
};
