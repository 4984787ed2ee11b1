// The routes of the operators' area. Each is called by everybody else, and each change by operators without a proof; what
// they name is the victim's, so that a refused call that did something all the same is seen.

/** What of a victim's a call may name. */
export type Named = { readonly userId: string; readonly email: string; readonly transactionId: string };

export type AdminRoute = {
  readonly access: 'operator';
  readonly path?: (victim: Named) => string;
  readonly body?: (victim: Named) => unknown;
  /** Only operators of tier premium. */
  readonly premium?: true;
};

const INCIDENT: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/incident': { access: 'operator' },
  'POST /api/admin/incident': {
    access: 'operator',
    body: () => ({
      text: { 'pt-BR': 'Brincadeira de mau gosto', en: 'A joke of bad taste' },
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      replaces: null,
    }),
  },
  'POST /api/admin/incident/end': { access: 'operator', body: () => ({ id: 'any' }) },
};

const PRICE_FEED: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/price-feed': { access: 'operator' },
  'POST /api/admin/price-feed/refresh': { access: 'operator' },
  'POST /api/admin/price-feed/pause': {
    access: 'operator',
    body: () => ({ reason: { 'pt-BR': 'Brincadeira', en: 'A joke' } }),
  },
  'POST /api/admin/price-feed/resume': { access: 'operator', body: () => ({ pauseId: 'any' }) },
};

const CUSTOMERS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/stats': { access: 'operator' },
  'GET /api/admin/waiting': { access: 'operator' },
  'GET /api/admin/environment': { access: 'operator' },
  'GET /api/admin/users': { access: 'operator' },
  'GET /api/admin/users/:userId': aboutVictim(''),
  'PATCH /api/admin/users/:userId': {
    ...aboutVictim(''),
    body: () => ({ status: 'suspended', reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/password-reset': {
    ...aboutVictim('/password-reset'),
    body: () => ({ reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/two-step-reset': {
    ...aboutVictim('/two-step-reset'),
    body: () => ({ reason: 'Brincadeira' }),
  },
  'POST /api/admin/users/:userId/views': aboutVictim('/views'),
  'POST /api/admin/users/:userId/detail-views': aboutVictim('/detail-views'),
  'GET /api/admin/users/:userId/portfolio': aboutVictim('/portfolio'),
  'GET /api/admin/users/:userId/portfolio/history': aboutVictim('/portfolio/history'),
  'GET /api/admin/users/:userId/transactions': aboutVictim('/transactions'),
};

const CONTACTS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/contacts': { access: 'operator', premium: true },
  'GET /api/admin/contacts/:id': { access: 'operator', premium: true, path: () => '/api/admin/contacts/any' },
  'PATCH /api/admin/contacts/:id': {
    access: 'operator',
    premium: true,
    path: () => '/api/admin/contacts/any',
    body: () => ({ change: 'take', revision: 0 }),
  },
  'POST /api/admin/contacts/:id/answers': {
    access: 'operator',
    premium: true,
    path: () => '/api/admin/contacts/any/answers',
    body: () => ({ id: '00000000-0000-4000-8000-000000000000', revision: 0, body: 'Mallory' }),
  },
};

const SUBMISSIONS: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/submissions': { access: 'operator', premium: true },
  'GET /api/admin/submissions/counters': { access: 'operator', premium: true },
  'GET /api/admin/submissions/:id': {
    access: 'operator',
    premium: true,
    path: ({ userId }) => `/api/admin/submissions/${userId}`,
  },
  'POST /api/admin/submissions/:id/forward': {
    access: 'operator',
    premium: true,
    path: ({ userId }) => `/api/admin/submissions/${userId}/forward`,
  },
  'POST /api/admin/submissions/forward-failed': { access: 'operator', premium: true },
  'POST /api/admin/submissions/exports': {
    access: 'operator',
    premium: true,
    body: ({ email }) => ({ search: email }),
  },
  'GET /api/admin/submissions/exports/:id': {
    access: 'operator',
    premium: true,
    path: ({ userId }) => `/api/admin/submissions/exports/${userId}`,
  },
};

const MAIL: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/mail': { access: 'operator' },
  'GET /api/admin/mail/summary': { access: 'operator' },
  'POST /api/admin/mail/resend': {
    access: 'operator',
    body: ({ userId }) => ({ ids: [`welcome:${userId}`] }),
  },
  'POST /api/admin/mail/discard': {
    access: 'operator',
    body: ({ userId }) => ({ ids: [`welcome:${userId}`] }),
  },
};

const REASON = 'Brincadeira de mau gosto';
const LEDGER: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/ledger': { access: 'operator' },
  'POST /api/admin/ledger/checks': { access: 'operator' },
  'GET /api/admin/ledger/movements': { access: 'operator' },
  'GET /api/admin/ledger/operations/:id': {
    access: 'operator',
    path: ({ transactionId }) => `/api/admin/ledger/operations/${transactionId}`,
  },
  'GET /api/admin/ledger/reversals': { access: 'operator' },
  'POST /api/admin/ledger/reversals': {
    access: 'operator',
    body: ({ transactionId }) => ({ operationId: transactionId, reason: REASON }),
  },
  'POST /api/admin/ledger/reversals/:id/approve': {
    access: 'operator',
    path: () => '/api/admin/ledger/reversals/any/approve',
    body: () => ({}),
  },
  'POST /api/admin/ledger/reversals/:id/reject': {
    access: 'operator',
    path: () => '/api/admin/ledger/reversals/any/reject',
    body: () => ({ note: REASON }),
  },
  'POST /api/admin/ledger/reversals/:id/withdraw': {
    access: 'operator',
    path: () => '/api/admin/ledger/reversals/any/withdraw',
  },
};

function aboutVictim(rest: string): AdminRoute {
  return { access: 'operator', path: ({ userId }) => `/api/admin/users/${userId}${rest}` };
}

const AUDIT_LOG: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/audit-log': { access: 'operator' },
  'GET /api/admin/audit-log/actors': { access: 'operator' },
  'GET /api/admin/audit-log/check': { access: 'operator' },
  'POST /api/admin/audit-log/exports': {
    access: 'operator',
    body: ({ userId }) => ({ subject: userId }),
  },
  'GET /api/admin/audit-log/exports/:id': {
    access: 'operator',
    path: ({ userId }) => `/api/admin/audit-log/exports/${userId}`,
  },
};

const ON_CARD = { page: 'home', card: 'trust', altText: 'Mallory' };
const IMAGES: Readonly<Record<string, AdminRoute>> = {
  'GET /api/admin/media': { access: 'operator' },
  'POST /api/admin/media': { access: 'operator', path: () => '/api/admin/media?filename=mallory.png' },
  'PATCH /api/admin/media/:id': {
    access: 'operator',
    path: () => '/api/admin/media/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/media/:id': { access: 'operator', path: () => '/api/admin/media/any' },
  'GET /api/admin/card-images': { access: 'operator' },
  'GET /api/admin/card-images/cards': { access: 'operator' },
  'POST /api/admin/card-images': { access: 'operator', body: () => ({ mediaId: 'any', ...ON_CARD }) },
  'PATCH /api/admin/card-images/:id': {
    access: 'operator',
    path: () => '/api/admin/card-images/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/card-images/:id': { access: 'operator', path: () => '/api/admin/card-images/any' },
  'GET /api/admin/videos': { access: 'operator' },
  'POST /api/admin/videos': { access: 'operator', path: () => '/api/admin/videos?filename=mallory.mp4' },
  'PATCH /api/admin/videos/:id': {
    access: 'operator',
    path: () => '/api/admin/videos/any',
    body: () => ({ isActive: false }),
  },
  'DELETE /api/admin/videos/:id': { access: 'operator', path: () => '/api/admin/videos/any' },
};

export const ADMIN: Readonly<Record<string, AdminRoute>> = {
  ...AUDIT_LOG,
  ...CONTACTS,
  ...INCIDENT,
  ...PRICE_FEED,
  ...CUSTOMERS,
  ...IMAGES,
  ...SUBMISSIONS,
  ...MAIL,
  ...LEDGER,
};

/** Changes of the operators' area: a session alone is not enough (D30). Opening a customer's details or dashboard is none. */
export function needsStepUp(name: string): boolean {
  if (/\/(?:detail-)?views$/u.test(name)) return false;
  return /^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//u.test(name);
}
