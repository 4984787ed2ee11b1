// Every route of the Worker and who may call it. A route that is missing here fails the test: who adds one says for whom
// it is, and with which of somebody else's things a stranger would try it.

import type { Capability } from '../../../worker/domain/operator-roles.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { monthOf } from '../../../worker/domain/days.ts';
import { ADMIN } from './isolation-admin-routes.ts';
import type { Victim } from './isolation-world.ts';

export type Access =
  /** Signed in or not. */
  | 'anyone'
  /** Whoever is signed in, about themselves alone. */
  | 'customer'
  /** Rows of admin_users, or the operators' token. */
  | 'operator'
  /** A payment gateway, by its signature. */
  | 'gateway'
  /** Only where ENVIRONMENT is `local`. */
  | 'local';

export type Route = {
  readonly access: Access;
  /** With the victim's ids in it, where the path has places for them. */
  readonly path?: (victim: Victim) => string;
  /** With whatever of the victim's a stranger could send. */
  readonly body?: (victim: Victim) => unknown;
  readonly idempotencyKey?: (victim: Victim) => string;
  /** What another customer gets who names the victim's things; otherwise any success, about himself. 'any': a page
   * is there or not, as the build has it. */
  readonly stranger?: number | 'any';
  /** What the owner gets for the same call, where it is not a success: that the call itself is sound. */
  readonly owner?: number;
  /** Of an operators' route: what an operator must be allowed to do. */
  readonly may?: Capability;
};

const anyone = (over: Omit<Route, 'access'> = {}): Route => ({ access: 'anyone', ...over });
const mine = (over: Omit<Route, 'access'> = {}): Route => ({ access: 'customer', ...over });
const of =
  <T>(value: T) =>
  (): T =>
    value;

const NOBODY = 'nobody-at-all@example.com';
const ASSERTION = (credential: string) => ({
  id: credential,
  rawId: credential,
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
});

const AUTH: Readonly<Record<string, Route>> = {
  'POST /api/auth/sign-up': anyone({
    body: ({ email }) => ({
      fullName: 'Mallory Vale',
      phone: '5511900001111',
      email,
      password: 'mallory pays 9',
      confirmPassword: 'mallory pays 9',
      acceptTerms: true,
    }),
    stranger: 409,
  }),
  'POST /api/auth/sign-in': anyone({ body: of({ email: NOBODY, password: 'wrong 9 wrong' }), stranger: 401 }),
  'POST /api/auth/second-factor': anyone({
    body: of({ ticket: 'A'.repeat(43), method: 'totp', code: '123456' }),
    stranger: 401,
  }),
  'POST /api/auth/second-factor/passkey-options': anyone({
    body: of({ ticket: 'A'.repeat(43) }),
    stranger: 401,
  }),
  'POST /api/auth/passkey/options': anyone(),
  'POST /api/auth/passkey': anyone({
    body: ({ passkeyId }) => ({ response: ASSERTION(`credential-${passkeyId}`) }),
    stranger: 401,
  }),
  'GET /api/auth/session': anyone(),
  'POST /api/auth/refresh': anyone(),
  'POST /api/auth/sign-out': anyone(),
  'POST /api/auth/password/forgot': anyone({ body: of({ email: NOBODY }) }),
  'POST /api/auth/password/reset': anyone({
    body: of({ token: 'A'.repeat(43), password: 'mallory pays 9' }),
    stranger: 422,
  }),
  'POST /api/auth/password/reset/factors': anyone({ body: of({ token: 'A'.repeat(43) }), stranger: 422 }),
  'POST /api/auth/email/confirm': anyone({ body: of({ token: 'A'.repeat(43) }), stranger: 422 }),
  'POST /api/auth/email/remove-factor': anyone({ body: of({ token: 'A'.repeat(43) }), stranger: 422 }),
  'POST /api/auth/freeze': anyone({
    body: ({ transactionId }) => ({ token: `receipt:${transactionId}.${'A'.repeat(43)}` }),
    stranger: 422,
  }),
  'POST /api/auth/freeze/undo': mine(),
  'POST /api/auth/email/resend': mine(),
  'POST /api/auth/password/change': mine({
    body: of({ currentPassword: 'correct horse battery 9', newPassword: 'a new jaguar 7' }),
  }),
  'GET /api/auth/sessions': mine(),
  'DELETE /api/auth/sessions': mine(),
  'DELETE /api/auth/sessions/:sessionId': mine({
    path: ({ otherSessionId }) => `/api/auth/sessions/${otherSessionId}`,
    stranger: 404,
  }),
  'GET /api/auth/security-log': mine(),
  'GET /api/auth/factors': mine(),
  'POST /api/auth/factors/totp': mine({ owner: 409 }),
  'POST /api/auth/factors/totp/confirm': mine({
    body: of({ setup: 'AAAA', code: '123456' }),
    stranger: 409,
    owner: 409,
  }),
  'DELETE /api/auth/factors/totp': mine({ stranger: 404 }),
  'POST /api/auth/factors/recovery-codes': mine({ stranger: 404 }),
  'POST /api/auth/factors/passkeys/options': mine(),
  'POST /api/auth/factors/passkeys': mine({
    body: ({ passkeyId }) => ({
      name: 'Mallory',
      response: {
        id: `credential-${passkeyId}`,
        rawId: `credential-${passkeyId}`,
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'AA' },
      },
    }),
    stranger: 401,
    owner: 401,
  }),
  'PATCH /api/auth/factors/passkeys/:passkeyId': mine({
    path: ({ passkeyId }) => `/api/auth/factors/passkeys/${passkeyId}`,
    body: of({ name: 'Mallory' }),
    stranger: 404,
  }),
  'DELETE /api/auth/factors/passkeys/:passkeyId': mine({
    path: ({ passkeyId }) => `/api/auth/factors/passkeys/${passkeyId}`,
    stranger: 404,
  }),
  'POST /api/auth/step-up': mine({
    body: ({ passkeyId }) => ({ method: 'passkey', response: ASSERTION(`credential-${passkeyId}`) }),
    stranger: 401,
    owner: 401,
  }),
  'POST /api/auth/step-up/passkey-options': mine(),
};

const ACCOUNT: Readonly<Record<string, Route>> = {
  'GET /api/profile': mine(),
  'PATCH /api/profile': mine({ body: of({ fullName: 'Mallory Vale' }) }),
  'GET /api/profile/email-change': mine(),
  // The victim's own address is taken, whoever asks for it.
  'POST /api/profile/email-change': mine({ body: ({ email }) => ({ email }), stranger: 409, owner: 422 }),
  'DELETE /api/profile/email-change': mine(),
  'PUT /api/profile/phone': mine({ body: of({ phone: '5511900001111' }) }),
  'GET /api/identity': mine(),
  // The world's customers are known already: nothing is given a second time.
  'POST /api/identity': mine({
    body: of({ kind: 'cpf', number: '52998224725', fullName: 'Mallory Vale', birthDate: '1990-05-17' }),
    stranger: 409,
    owner: 409,
  }),
  'POST /api/identity/documents': mine({
    path: of('/api/identity/documents?kind=document'),
    body: of({ not: 'a picture' }),
    stranger: 415,
    owner: 415,
  }),
  'DELETE /api/identity/documents/:id': mine({
    path: ({ documentId }) => `/api/identity/documents/${documentId}`,
    stranger: 404,
  }),
  'POST /api/identity/documents/submission': mine({ body: of({ level: 2 }), stranger: 409, owner: 409 }),
  'POST /api/identity/appeal': mine({
    body: of({ text: 'Mallory was refused as well' }),
    stranger: 409,
    owner: 409,
  }),
  'PUT /api/identity/pep': mine({ body: of({ pep: false }) }),
  'GET /api/profile/data': mine(),
  'POST /api/profile/data/exports': mine({ body: of({ language: 'en' }) }),
  'GET /api/profile/data/exports/:id': mine({
    path: ({ exportId }) => `/api/profile/data/exports/${exportId}`,
    stranger: 404,
  }),
  'DELETE /api/profile/newsletter': mine(),
  'GET /api/profile/closing': mine(),
  // Both hold something, or the stranger would be gone for the calls that follow.
  'POST /api/profile/closing': mine({ body: of({ waivedCents: 0 }), stranger: 409, owner: 409 }),
  'GET /api/settings': mine(),
  'PUT /api/settings': mine({
    body: of({
      notificationEmail: false,
      notificationSms: false,
      notificationPush: false,
      platform: 'crypto',
      theme: 'dark',
      language: 'en',
      currency: 'USD',
      weightUnit: 'oz',
    }),
  }),
  'PATCH /api/settings': mine({ body: of({ notificationEmail: false }) }),
  'GET /api/alerts': mine(),
  'POST /api/alerts': mine({
    body: of({ metal: 'gold', direction: 'above', targetPriceCents: 90_000_000 }),
  }),
  'GET /api/alerts/log': mine(),
  'POST /api/alerts/log/read': mine({ body: ({ deliveryId }) => ({ upTo: deliveryId }) }),
  'PATCH /api/alerts/:alertId': mine({
    path: ({ alertId }) => `/api/alerts/${alertId}`,
    body: of({ isActive: false }),
    stranger: 404,
  }),
  'DELETE /api/alerts/:alertId': mine({ path: ({ alertId }) => `/api/alerts/${alertId}`, stranger: 404 }),
};

const MONEY: Readonly<Record<string, Route>> = {
  'POST /api/quotes': mine({ body: of({ side: 'sell', metal: 'gold', max: true }) }),
  'POST /api/trades': mine({
    body: ({ quote }) => ({ quote }),
    idempotencyKey: () => crypto.randomUUID(),
    stranger: 422,
  }),
  // With the very key of the victim's deposit: keys are each customer's own, so this is another deposit.
  'POST /api/deposits': mine({
    body: of({ amountCents: 20_000, method: 'wire' }),
    idempotencyKey: ({ depositKey }) => depositKey,
    owner: 422,
  }),
  'GET /api/withdrawals': mine(),
  'GET /api/withdrawals/:id': mine({
    path: ({ withdrawalId }) => `/api/withdrawals/${withdrawalId}`,
    stranger: 404,
  }),
  'POST /api/withdrawals': mine({
    body: ({ payoutAccountId }) => ({ amountCents: 2_000, payoutAccountId }),
    idempotencyKey: () => crypto.randomUUID(),
    stranger: 404,
  }),
  'POST /api/withdrawals/:id/cancel': mine({
    path: ({ withdrawalId }) => `/api/withdrawals/${withdrawalId}/cancel`,
    body: of({}),
    stranger: 404,
  }),
  'GET /api/withdrawals/terms': mine(),
  'POST /api/withdrawals/confirm': anyone({ body: of({ token: 'A'.repeat(43) }), stranger: 422 }),
  'GET /api/payout-accounts': mine(),
  'POST /api/payout-accounts': mine({
    body: of({ method: 'ted', bank: '341', branch: '1234', number: '54321-0', kind: 'checking' }),
  }),
  'DELETE /api/payout-accounts/:id': mine({
    path: ({ payoutAccountId }) => `/api/payout-accounts/${payoutAccountId}`,
    stranger: 404,
    // A withdrawal to it is under way.
    owner: 409,
  }),
  'GET /api/deposits/reais': mine(),
  'POST /api/deposits/pix': mine({
    body: of({ amountCents: 20_000 }),
    idempotencyKey: ({ depositKey }) => depositKey,
    owner: 422,
  }),
  'GET /api/deposits/pix/:id': mine({
    path: ({ pixDepositId }) => `/api/deposits/pix/${pixDepositId}`,
    stranger: 404,
  }),
  'POST /api/bonus/claim': mine({ body: of({}), idempotencyKey: () => crypto.randomUUID() }),
  'POST /api/payments/:gateway/callback': {
    access: 'gateway',
    path: of('/api/payments/sandbox/callback'),
    body: ({ depositKey }) => ({
      key: depositKey,
      reference: 'mallory',
      outcome: 'completed',
      paidCents: 1_000_000,
    }),
  },
  'POST /api/payments/:gateway/payouts': {
    access: 'gateway',
    path: of('/api/payments/sandbox/payouts'),
    body: ({ withdrawalId }) => ({
      key: withdrawalId,
      reference: 'mallory',
      outcome: 'paid',
      sentCents: 12_345,
    }),
  },
  'POST /api/payments/:gateway/pix': {
    access: 'gateway',
    path: of('/api/payments/sandbox/pix'),
    body: ({ pixDepositId }) => ({
      pix: [
        {
          endToEndId: 'E'.repeat(32),
          txid: pixDepositId.replaceAll('-', ''),
          valor: '1000000.00',
          horario: new Date().toISOString(),
        },
      ],
    }),
  },
  'POST /api/payments/:gateway/ted': {
    access: 'gateway',
    path: of('/api/payments/sandbox/ted'),
    body: of({ ted: [{ id: 'mallory', valor: '1000000.00', horario: new Date().toISOString() }] }),
  },
  'GET /api/dev/bank': { access: 'local' },
  'POST /api/dev/bank': { access: 'local', body: of({ do: 'pay-unknown', brlCents: 1 }) },
  'GET /api/portfolio': mine(),
  'GET /api/portfolio/history': mine(),
  'GET /api/storage': mine(),
  'GET /api/transactions': mine(),
  'GET /api/transactions/file': mine({ path: of('/api/transactions/file?format=json') }),
  'GET /api/statements': mine(),
  // Months are each customer's own: a path names nobody. The world's accounts are of today, and their month is not closed yet.
  'GET /api/statements/:month': mine({ path: () => `/api/statements/${monthOf(dayOf(Date.now()))}` }),
  'GET /api/statements/:month/file': mine({
    path: () => `/api/statements/${monthOf(dayOf(Date.now()))}/file?format=pdf`,
    stranger: 409,
    owner: 409,
  }),
  'GET /api/transactions/:id': mine({
    path: ({ transactionId }) => `/api/transactions/${transactionId}`,
    stranger: 404,
  }),
  'GET /api/transactions/:id/receipt': mine({
    path: ({ transactionId }) => `/api/transactions/${transactionId}/receipt`,
    stranger: 404,
  }),
};

const YEAR = new Date().getUTCFullYear();
/** The years are everybody's; the figures are of whoever asks. */
const TAX: Readonly<Record<string, Route>> = {
  'GET /api/tax': mine(),
  'GET /api/tax/:year': mine({ path: of(`/api/tax/${YEAR}`) }),
  'GET /api/tax/:year/months/:month': mine({ path: of(`/api/tax/${YEAR}/months/01`) }),
  'PUT /api/tax/:year/choice': mine({ path: of(`/api/tax/${YEAR}/choice`), body: of({ regime: 'B' }) }),
  'GET /api/tax/:year/file': mine({ path: of(`/api/tax/${YEAR}/file?format=json`) }),
};

const PUBLIC: Readonly<Record<string, Route>> = {
  'GET /api/prices': anyone(),
  'GET /api/prices/stream': anyone({ stranger: 404 }),
  'GET /api/prices/usd-brl/history': anyone(),
  'GET /api/prices/:metal/history': anyone({ path: of('/api/prices/gold/history') }),
  'POST /api/prices/refresh': { access: 'operator', may: 'feed.change' },
  'POST /api/contact': anyone({
    body: of({
      name: 'Mallory Vale',
      email: NOBODY,
      phone: '',
      subject: 'A question',
      inquiry: 'general',
      message: 'What do the others own, please?',
      website: '',
    }),
  }),
  'POST /api/newsletter/confirm': anyone({ body: of({ token: 'A'.repeat(43) }), stranger: 422 }),
  'POST /api/newsletter/unsubscribe': anyone(),
  'GET /api/newsletter/unsubscribe': anyone({ stranger: 302 }),
  'POST /api/newsletter': anyone({
    body: () => ({ email: `reader-${crypto.randomUUID()}@example.com`, language: 'en' }),
  }),
  'GET /api/stats': anyone(),
  'GET /api/storage/tariff': anyone(),
  'GET /api/stock': anyone(),
  'GET /api/card-images': anyone(),
  'GET /api/videos': anyone(),
  'GET /images/:name': anyone({ path: of('/images/none.png'), stranger: 404 }),
  'HEAD /images/:name': anyone({ path: of('/images/none.png'), stranger: 404 }),
  'GET /videos/:name': anyone({ path: of('/videos/none.mp4'), stranger: 404 }),
  'HEAD /videos/:name': anyone({ path: of('/videos/none.mp4'), stranger: 404 }),
  'GET /api/health': anyone(),
  'GET /api/health/deep': anyone(),
  'GET /api/metrics': { access: 'operator', may: 'figures.read' },
  'ALL /api/*': anyone({ path: ({ userId }) => `/api/users/${userId}`, stranger: 404 }),
  'GET /assets/:name': anyone({ path: of('/assets/none.js'), stranger: 404 }),
  'HEAD /assets/:name': anyone({ path: of('/assets/none.js'), stranger: 404 }),
  'GET /sitemap.xml': anyone(),
  'GET /robots.txt': anyone(),
  'GET /.well-known/security.txt': anyone(),
  'GET /.well-known/onca-keys.json': anyone(),
  'GET /site.webmanifest': anyone(),
  'GET /en/site.webmanifest': anyone(),
  'GET /*': anyone({ path: of('/dashboard'), stranger: 'any' }),
  'HEAD /*': anyone({ path: of('/dashboard'), stranger: 'any' }),
  'ALL /*': anyone({ path: of('/profile'), stranger: 'any' }),
  'GET /dev/authenticator': { access: 'local' },
  'GET /en/dev/authenticator': { access: 'local' },
  'GET /dev/bank': { access: 'local' },
  'GET /en/dev/bank': { access: 'local' },
  'POST /dev/bank': { access: 'local' },
  'POST /en/dev/bank': { access: 'local' },
  'GET /dev/mailbox': { access: 'local' },
  'GET /en/dev/mailbox': { access: 'local' },
  'GET /dev/mailbox/:id': { access: 'local', path: of('/dev/mailbox/none') },
  'GET /en/dev/mailbox/:id': { access: 'local', path: of('/en/dev/mailbox/none') },
  'GET /dev/mailbox.json': { access: 'local' },
  'GET /dev/mailbox/:id/json': { access: 'local', path: of('/dev/mailbox/none/json') },
  'GET /dev/mailbox/:id/body': { access: 'local', path: of('/dev/mailbox/none/body') },
};

export const ROUTES: Readonly<Record<string, Route>> = {
  ...AUTH,
  ...ACCOUNT,
  ...MONEY,
  ...TAX,
  ...PUBLIC,
  ...ADMIN,
};
