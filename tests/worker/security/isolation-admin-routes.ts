// The routes of the operators' area. Each is called by everybody else, and each change by operators without a proof; what
// they name is the victim's, so that a refused call that did something all the same is seen.

import type { Capability } from '../../../worker/domain/operator-roles.ts';
import { PAYOUT_ACCOUNTS, WITHDRAWALS, QUEUES } from './isolation-money-routes.ts';

/** What of a victim's a call may name. */
export type Named = {
  readonly userId: string;
  readonly email: string;
  readonly transactionId: string;
  readonly withdrawalId: string;
  readonly payoutAccountId: string;
};

export type AdminRoute = {
  readonly access: 'operator';
  readonly path?: (victim: Named) => string;
  readonly body?: (victim: Named) => unknown;
  /** What an operator must be allowed to do; worker/domain/operator-roles.ts says which roles are. */
  readonly may: Capability;
};

const INCIDENT: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/incident': { access: 'operator', may: 'incident.read' },
  'POST /api/admin/incident': {
    access: 'operator',
    may: 'incident.change',
    body: () => ({
      text: { 'pt-BR': 'Brincadeira de mau gosto', en: 'A joke of bad taste' },
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      replaces: null,
    }),
  },
  'POST /api/admin/incident/end': { access: 'operator', may: 'incident.change', body: () => ({ id: 'any' }) },
};

const TARIFFS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/tariffs': { access: 'operator', may: 'ledger.read' },
  'POST /api/admin/tariffs': {
    access: 'operator',
    may: 'tariff.propose',
    body: () => ({ fromDay: '2030-01-01' }),
  },
  'POST /api/admin/tariffs/:id/announce': { access: 'operator', may: 'tariff.decide' },
  'POST /api/admin/tariffs/:id/drop': { access: 'operator', may: 'tariff.decide' },
  'GET /api/admin/exchange-tariffs': { access: 'operator', may: 'ledger.read' },
  'POST /api/admin/exchange-tariffs': {
    access: 'operator',
    may: 'tariff.propose',
    body: () => ({
      fromDay: '2030-01-01',
      spreadBasisPoints: 1_000,
      iofBasisPoints: 0,
      legalBasis: 'Nothing at all',
    }),
  },
  'POST /api/admin/exchange-tariffs/:id/announce': { access: 'operator', may: 'tariff.decide' },
  'POST /api/admin/exchange-tariffs/:id/drop': { access: 'operator', may: 'tariff.decide' },
  'GET /api/admin/reais': { access: 'operator', may: 'deposits.read' },
  'POST /api/admin/reais/refunds': {
    access: 'operator',
    may: 'deposits.decide',
    body: () => ({ gateway: 'sandbox', id: 'mallory', note: 'It is mine, send it to me' }),
  },
  'POST /api/admin/reais/holds': {
    access: 'operator',
    may: 'deposits.decide',
    body: () => ({ gateway: 'sandbox', id: 'mallory', note: 'Keep it for me' }),
  },
  'POST /api/admin/reais/releases': {
    access: 'operator',
    may: 'deposits.decide',
    body: () => ({ gateway: 'sandbox', id: 'mallory', note: 'Send it to me' }),
  },
  'POST /api/admin/reais/hand-refunds': {
    access: 'operator',
    may: 'deposits.propose',
    body: () => ({ gateway: 'sandbox', id: 'mallory', reference: 'Order 1', reason: 'Nothing at all' }),
  },
  'POST /api/admin/reais/hand-refunds/:id/approve': { access: 'operator', may: 'deposits.decide' },
  'POST /api/admin/reais/hand-refunds/:id/drop': { access: 'operator', may: 'deposits.decide' },
  'POST /api/admin/reais/hand-refunds/:id/answer': {
    access: 'operator',
    may: 'deposits.decide',
    body: () => ({ note: 'Nothing happened' }),
  },
};

const REASON = 'Brincadeira de mau gosto';

const PRICE_FEED: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/figures': { access: 'operator', may: 'figures.read' },
  'GET /api/admin/price-feed': { access: 'operator', may: 'feed.read' },
  'POST /api/admin/price-feed/refresh': { access: 'operator', may: 'feed.change' },
  'POST /api/admin/price-feed/pause': {
    access: 'operator',
    may: 'feed.change',
    body: () => ({ reason: { 'pt-BR': 'Brincadeira', en: 'A joke' } }),
  },
  'POST /api/admin/price-feed/resume': {
    access: 'operator',
    may: 'feed.change',
    body: () => ({ pauseId: 'any' }),
  },
  'GET /api/admin/price-feed/bulletins': { access: 'operator', may: 'feed.read' },
  'POST /api/admin/price-feed/bulletins/:day': {
    access: 'operator',
    may: 'feed.change',
    path: () => '/api/admin/price-feed/bulletins/2026-03-06',
    body: () => ({ take: 'second', reason: 'Brincadeira' }),
  },
};

const CUSTOMERS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/stats': { access: 'operator', may: 'customers.read' },
  'GET /api/admin/waiting': { access: 'operator', may: 'area.open' },
  'GET /api/admin/environment': { access: 'operator', may: 'area.open' },
  'GET /api/admin/users': { access: 'operator', may: 'customers.read' },
  'GET /api/admin/users/:userId': aboutVictim(''),
  'PATCH /api/admin/users/:userId': {
    ...aboutVictim('', 'customers.status'),
    body: () => ({ status: 'suspended', reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/password-reset': {
    ...aboutVictim('/password-reset', 'customers.access'),
    body: () => ({ reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/two-step-reset': {
    ...aboutVictim('/two-step-reset', 'customers.access'),
    body: () => ({ reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/views': aboutVictim('/views'),
  'POST /api/admin/users/:userId/detail-views': aboutVictim('/detail-views'),
  'GET /api/admin/users/:userId/portfolio': aboutVictim('/portfolio'),
  'GET /api/admin/users/:userId/portfolio/history': aboutVictim('/portfolio/history'),
  'GET /api/admin/users/:userId/transactions': aboutVictim('/transactions'),
  'GET /api/admin/users/:userId/statements': aboutVictim('/statements'),
  'GET /api/admin/users/:userId/statements/:month': aboutVictim('/statements/2026-10'),
  'GET /api/admin/users/:userId/statements/:month/file': aboutVictim('/statements/2026-10/file?format=pdf'),
  'GET /api/admin/users/:userId/timeline': aboutVictim('/timeline'),
  'POST /api/admin/users/:userId/notes': {
    ...aboutVictim('/notes'),
    body: () => ({ id: crypto.randomUUID(), body: 'Brincadeira' }),
  },
};

const CONTACTS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/contacts': { access: 'operator', may: 'contacts.read' },
  'GET /api/admin/contacts/:id': {
    access: 'operator',
    may: 'contacts.read',
    path: () => '/api/admin/contacts/any',
  },
  'PATCH /api/admin/contacts/:id': {
    access: 'operator',
    may: 'contacts.answer',
    path: () => '/api/admin/contacts/any',
    body: () => ({ change: 'take', revision: 0 }),
  },
  'POST /api/admin/contacts/:id/answers': {
    access: 'operator',
    may: 'contacts.answer',
    path: () => '/api/admin/contacts/any/answers',
    body: () => ({ id: '00000000-0000-4000-8000-000000000000', revision: 0, body: 'Mallory' }),
  },
};

const IDENTITIES: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/identities': { access: 'operator', may: 'identities.read' },
  'POST /api/admin/identities/:userId/views': {
    access: 'operator',
    may: 'identities.read',
    path: ({ userId }) => `/api/admin/identities/${userId}/views`,
  },
  'GET /api/admin/identities/:userId': {
    access: 'operator',
    may: 'identities.read',
    path: ({ userId }) => `/api/admin/identities/${userId}`,
  },
  'GET /api/admin/identities/:userId/documents/:documentId': {
    access: 'operator',
    may: 'identities.read',
    path: ({ userId }) => `/api/admin/identities/${userId}/documents/any`,
  },
  'POST /api/admin/identities/:userId/decisions': {
    access: 'operator',
    may: 'identities.decide',
    path: ({ userId }) => `/api/admin/identities/${userId}/decisions`,
    body: () => ({ revision: 0, decision: 'approve', reason: 'Mallory' }),
  },
};

const SUBMISSIONS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/submissions': { access: 'operator', may: 'submissions.read' },
  'GET /api/admin/submissions/counters': { access: 'operator', may: 'submissions.read' },
  'GET /api/admin/submissions/:id': {
    access: 'operator',
    may: 'submissions.read',
    path: ({ userId }) => `/api/admin/submissions/${userId}`,
  },
  'POST /api/admin/submissions/:id/forward': {
    access: 'operator',
    may: 'submissions.forward',
    path: ({ userId }) => `/api/admin/submissions/${userId}/forward`,
  },
  'POST /api/admin/submissions/forward-failed': { access: 'operator', may: 'submissions.forward' },
  'POST /api/admin/submissions/exports': {
    access: 'operator',
    may: 'submissions.export',
    body: ({ email }) => ({ search: email }),
  },
  'GET /api/admin/submissions/exports/:id': {
    access: 'operator',
    may: 'submissions.export',
    path: ({ userId }) => `/api/admin/submissions/exports/${userId}`,
  },
};

const MAIL: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/mail': { access: 'operator', may: 'mail.read' },
  'GET /api/admin/mail/summary': { access: 'operator', may: 'mail.read' },
  'POST /api/admin/mail/resend': {
    access: 'operator',
    may: 'mail.change',
    body: ({ userId }) => ({ ids: [`welcome:${userId}`] }),
  },
  'POST /api/admin/mail/discard': {
    access: 'operator',
    may: 'mail.change',
    body: ({ userId }) => ({ ids: [`welcome:${userId}`] }),
  },
};

const LEDGER: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/ledger': { access: 'operator', may: 'ledger.read' },
  'POST /api/admin/ledger/checks': { access: 'operator', may: 'ledger.check' },
  'GET /api/admin/closes': { access: 'operator', may: 'ledger.read' },
  'POST /api/admin/closes/checks': {
    access: 'operator',
    may: 'ledger.check',
    body: () => ({ from: '2026-11-01', to: '2026-11-02' }),
  },
  'GET /api/admin/closes/:day/record': {
    access: 'operator',
    may: 'ledger.read',
    path: () => '/api/admin/closes/2026-11-01/record',
  },
  'GET /api/admin/ledger/movements': { access: 'operator', may: 'ledger.read' },
  'GET /api/admin/ledger/operations/:id': {
    access: 'operator',
    may: 'ledger.read',
    path: ({ transactionId }) => `/api/admin/ledger/operations/${transactionId}`,
  },
  'GET /api/admin/ledger/reversals': { access: 'operator', may: 'ledger.read' },
  'POST /api/admin/ledger/reversals': {
    access: 'operator',
    may: 'reversals.propose',
    body: ({ transactionId }) => ({ operationId: transactionId, reason: REASON }),
  },
  'POST /api/admin/ledger/reversals/:id/approve': {
    access: 'operator',
    may: 'reversals.decide',
    path: () => '/api/admin/ledger/reversals/any/approve',
    body: () => ({}),
  },
  'POST /api/admin/ledger/reversals/:id/reject': {
    access: 'operator',
    may: 'reversals.decide',
    path: () => '/api/admin/ledger/reversals/any/reject',
    body: () => ({ note: REASON }),
  },
  'POST /api/admin/ledger/reversals/:id/withdraw': {
    access: 'operator',
    may: 'reversals.propose',
    path: () => '/api/admin/ledger/reversals/any/withdraw',
  },
};

const DEPOSITS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/deposits': { access: 'operator', may: 'deposits.read' },
  'GET /api/admin/deposits/:id': {
    access: 'operator',
    may: 'deposits.read',
    path: () => '/api/admin/deposits/any',
  },
  'GET /api/admin/deposits/proposals': { access: 'operator', may: 'deposits.read' },
  'POST /api/admin/deposits/:id/proposals': {
    access: 'operator',
    may: 'deposits.propose',
    path: () => '/api/admin/deposits/any/proposals',
    body: () => ({ kind: 'deposit-settle', reference: 'ST-1', reason: REASON }),
  },
  'POST /api/admin/deposits/proposals/:id/approve': {
    access: 'operator',
    may: 'deposits.decide',
    path: () => '/api/admin/deposits/proposals/any/approve',
    body: () => ({ note: '' }),
  },
  'POST /api/admin/deposits/proposals/:id/reject': {
    access: 'operator',
    may: 'deposits.decide',
    path: () => '/api/admin/deposits/proposals/any/reject',
    body: () => ({ note: REASON }),
  },
  'POST /api/admin/deposits/proposals/:id/withdraw': {
    access: 'operator',
    may: 'deposits.propose',
    path: () => '/api/admin/deposits/proposals/any/withdraw',
  },
};

const BARS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/bars': { access: 'operator', may: 'bars.read' },
  'GET /api/admin/bars/register': { access: 'operator', may: 'bars.read' },
  'GET /api/admin/bars/proposals': { access: 'operator', may: 'bars.read' },
  'POST /api/admin/bars/receipts': {
    access: 'operator',
    may: 'bars.propose',
    body: () => ({
      metal: 'gold',
      refiner: 'Mallory',
      serial: 'M1',
      grossE3: 401_125,
      assayE1: 9_958,
      reason: REASON,
    }),
  },
  'POST /api/admin/bars/:id/releases': {
    access: 'operator',
    may: 'bars.propose',
    path: () => '/api/admin/bars/any/releases',
    body: () => ({ reason: REASON }),
  },
  'POST /api/admin/bars/proposals/:id/approve': {
    access: 'operator',
    may: 'bars.decide',
    path: () => '/api/admin/bars/proposals/any/approve',
    body: () => ({}),
  },
  'POST /api/admin/bars/proposals/:id/reject': {
    access: 'operator',
    may: 'bars.decide',
    path: () => '/api/admin/bars/proposals/any/reject',
    body: () => ({ note: REASON }),
  },
  'POST /api/admin/bars/proposals/:id/withdraw': {
    access: 'operator',
    may: 'bars.propose',
    path: () => '/api/admin/bars/proposals/any/withdraw',
  },
};

function aboutVictim(rest: string, may: Capability = 'customers.read'): AdminRoute {
  return { access: 'operator', may, path: ({ userId }) => `/api/admin/users/${userId}${rest}` };
}

const AUDIT_LOG: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/audit-log': { access: 'operator', may: 'audit.read' },
  'GET /api/admin/audit-log/actors': { access: 'operator', may: 'audit.read' },
  'GET /api/admin/audit-log/check': { access: 'operator', may: 'audit.read' },
  'POST /api/admin/audit-log/exports': {
    access: 'operator',
    may: 'audit.export',
    body: ({ userId }) => ({ subject: userId }),
  },
  'GET /api/admin/audit-log/exports/:id': {
    access: 'operator',
    may: 'audit.export',
    path: ({ userId }) => `/api/admin/audit-log/exports/${userId}`,
  },
};

const PEOPLE: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/operators': { access: 'operator', may: 'operators.read' },
  'GET /api/admin/proposals': { access: 'operator', may: 'operators.read' },
  'POST /api/admin/proposals': {
    access: 'operator',
    may: 'proposals.make',
    body: ({ userId }) => ({ kind: 'grant', userId, roles: ['owner'], premium: true, reason: REASON }),
  },
  'POST /api/admin/proposals/:id/approve': {
    access: 'operator',
    may: 'operators.change',
    path: () => '/api/admin/proposals/any/approve',
    body: () => ({}),
  },
  'POST /api/admin/proposals/:id/reject': {
    access: 'operator',
    may: 'operators.change',
    path: () => '/api/admin/proposals/any/reject',
    body: () => ({ note: REASON }),
  },
  'POST /api/admin/proposals/:id/identity': {
    access: 'operator',
    may: 'identities.open',
    path: () => '/api/admin/proposals/any/identity',
  },
  'POST /api/admin/proposals/:id/withdraw': {
    access: 'operator',
    may: 'proposals.make',
    path: () => '/api/admin/proposals/any/withdraw',
  },
};

const ON_CARD = { page: 'home', card: 'trust', altText: 'Mallory' };
const IMAGES: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/media': { access: 'operator', may: 'images.read' },
  'POST /api/admin/media': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/media?filename=mallory.png',
  },
  'PATCH /api/admin/media/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/media/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/media/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/media/any',
  },
  'GET /api/admin/card-images': { access: 'operator', may: 'images.read' },
  'GET /api/admin/card-images/cards': { access: 'operator', may: 'images.read' },
  'POST /api/admin/card-images': {
    access: 'operator',
    may: 'images.change',
    body: () => ({ mediaId: 'any', ...ON_CARD }),
  },
  'PATCH /api/admin/card-images/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/card-images/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/card-images/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/card-images/any',
  },
  'GET /api/admin/videos': { access: 'operator', may: 'images.read' },
  'POST /api/admin/videos': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/videos?filename=mallory.mp4',
  },
  'PATCH /api/admin/videos/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/videos/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/videos/:id': {
    access: 'operator',
    may: 'images.change',
    path: () => '/api/admin/videos/any',
  },
};

export const ADMIN: Readonly<Record<string, AdminRoute>> = {
  ...AUDIT_LOG,
  ...CONTACTS,
  ...IDENTITIES,
  ...INCIDENT,
  ...TARIFFS,
  ...WITHDRAWALS,
  ...PAYOUT_ACCOUNTS,
  ...PRICE_FEED,
  ...CUSTOMERS,
  ...IMAGES,
  ...SUBMISSIONS,
  ...MAIL,
  ...LEDGER,
  ...DEPOSITS,
  ...BARS,
  ...QUEUES,
  ...PEOPLE,
};

/** Changes of the operators' area: a session alone is not enough (D30). Opening a customer's details or dashboard is none. */
export function needsStepUp(name: string): boolean {
  if (/\/(?:detail-)?views$/u.test(name)) return false;
  return /^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//u.test(name);
}
