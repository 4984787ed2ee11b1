// Middleware order, mounted routes, and what happens to the unexpected. `Api` types the web client.

import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { refusalOfReader } from './auth/guards.ts';
import { PasswordsBusyError } from './auth/password-queue.ts';
import type { AppEnv } from './http/hono.ts';
import { crossSiteGuard } from './http/cross-site.ts';
import { problem } from './http/problem.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { setupGuard } from './http/setup-guard.ts';
import { transportGuard } from './http/transport.ts';
import { isDatabaseTrouble, isFreezeError } from './db/d1-errors.ts';
import { auditLog } from './routes/operators/audit-log.ts';
import { environment } from './routes/operators/environment.ts';
import { figures } from './routes/operators/figures.ts';
import { priceFeed } from './routes/operators/price-feed.ts';
import { cardImages } from './routes/operators/card-images.ts';
import { media } from './routes/operators/media.ts';
import { contacts } from './routes/operators/contacts.ts';
import { videos } from './routes/operators/videos.ts';
import { customerStatistics } from './routes/operators/stats.ts';
import { customers } from './routes/operators/customers.ts';
import { identities } from './routes/operators/identities.ts';
import { incident } from './routes/operators/incident.ts';
import { closes } from './routes/operators/closes.ts';
import { bars } from './routes/operators/bars.ts';
import { workedDeposits } from './routes/operators/deposits.ts';
import { ledger } from './routes/operators/ledger.ts';
import { mail } from './routes/operators/mail.ts';
import { operatorAccounts } from './routes/operators/operators.ts';
import { proposals } from './routes/operators/proposals.ts';
import { reconciliation } from './routes/operators/reconciliation.ts';
import { exchangeTariffs, reais } from './routes/operators/reais.ts';
import { submissions } from './routes/operators/submissions.ts';
import { tariffs } from './routes/operators/tariffs.ts';
import { today } from './routes/operators/today.ts';
import { treasury } from './routes/operators/treasury.ts';
import { waiting } from './routes/operators/waiting.ts';
import { waitingPayoutAccounts } from './routes/operators/payout-accounts.ts';
import { withdrawalDesk } from './routes/operators/withdrawals.ts';
import { alerts } from './routes/alerts.ts';
import { assets } from './routes/assets.ts';
import { auth } from './routes/auth.ts';
import { authenticator } from './routes/authenticator.ts';
import { bank } from './routes/bank.ts';
import { bonus } from './routes/bonus.ts';
import { contact } from './routes/contact.ts';
import { deposits } from './routes/deposits.ts';
import { discovery } from './routes/discovery.ts';
import { emailLinks, ownContacts } from './routes/emails.ts';
import { factors } from './routes/factors.ts';
import { freeze } from './routes/freeze.ts';
import { identity } from './routes/identity.ts';
import { health } from './routes/health.ts';
import { html } from './routes/html.ts';
import { mailbox } from './routes/mailbox.ts';
import { mediaFiles } from './routes/media-files.ts';
import { metrics } from './routes/metrics.ts';
import { myData } from './routes/my-data.ts';
import { newsletter } from './routes/newsletter.ts';
import { securityEventList, sessionList } from './routes/own-sessions.ts';
import { password } from './routes/password.ts';
import { payments } from './routes/payments.ts';
import { payoutAccounts } from './routes/payout-accounts.ts';
import { portfolio } from './routes/portfolio.ts';
import { prices } from './routes/prices.ts';
import { profile } from './routes/profile.ts';
import { quotes } from './routes/quotes.ts';
import { sandboxBank } from './routes/sandbox-bank.ts';
import { settings } from './routes/settings.ts';
import { siteCardImages, siteVideos } from './routes/site-media.ts';
import { statements } from './routes/statements.ts';
import { stats } from './routes/stats.ts';
import { stock } from './routes/stock.ts';
import { stepUp } from './routes/step-up.ts';
import { tax } from './routes/tax.ts';
import { storage } from './routes/storage.ts';
import { trades } from './routes/trades.ts';
import { transactions } from './routes/transactions.ts';
import { withdrawalTerms } from './routes/withdrawal-terms.ts';
import { withdrawals } from './routes/withdrawals.ts';
import { logLine } from './telemetry/log.ts';

const operators = new Hono<AppEnv>()
  .route('/audit-log', auditLog)
  .route('/price-feed', priceFeed)
  .route('/media', media)
  .route('/card-images', cardImages)
  .route('/videos', videos)
  .route('/stats', customerStatistics)
  .route('/users', customers)
  .route('/submissions', submissions)
  .route('/contacts', contacts)
  .route('/identities', identities)
  .route('/incident', incident)
  .route('/ledger', ledger)
  .route('/tariffs', tariffs)
  .route('/exchange-tariffs', exchangeTariffs)
  .route('/reais', reais)
  .route('/closes', closes)
  .route('/withdrawals', withdrawalDesk)
  .route('/payout-accounts', waitingPayoutAccounts)
  .route('/bars', bars)
  .route('/treasury', treasury)
  .route('/reconciliation', reconciliation)
  .route('/figures', figures)
  .route('/today', today)
  .route('/deposits', workedDeposits)
  .route('/waiting', waiting)
  .route('/operators', operatorAccounts)
  .route('/proposals', proposals)
  .route('/environment', environment)
  .route('/mail', mail);

const api = new Hono<AppEnv>()
  .use(crossSiteGuard)
  .route('/auth/factors', factors)
  .route('/auth/step-up', stepUp)
  .route('/auth', auth)
  .route('/auth/password', password)
  .route('/auth/email', emailLinks)
  .route('/auth/freeze', freeze)
  .route('/auth/sessions', sessionList)
  .route('/auth/security-log', securityEventList)
  .route('/profile', profile)
  .route('/profile', ownContacts)
  .route('/identity', identity)
  .route('/profile', myData)
  .route('/settings', settings)
  .route('/prices', prices)
  .route('/quotes', quotes)
  .route('/trades', trades)
  .route('/deposits', deposits)
  // Before it, because `terms` and `confirm` are no ids.
  .route('/withdrawals', withdrawalTerms)
  .route('/withdrawals', withdrawals)
  .route('/payout-accounts', payoutAccounts)
  .route('/bonus', bonus)
  .route('/payments', payments)
  .route('/dev/bank', sandboxBank)
  .route('/portfolio', portfolio)
  .route('/transactions', transactions)
  .route('/tax', tax)
  .route('/statements', statements)
  .route('/storage', storage)
  .route('/alerts', alerts)
  .route('/contact', contact)
  .route('/newsletter', newsletter)
  .route('/stats', stats)
  .route('/stock', stock)
  .route('/card-images', siteCardImages)
  .route('/videos', siteVideos)
  .route('/admin', operators)
  .route('/health', health)
  .route('/metrics', metrics);

export const app = new Hono<AppEnv>()
  .use(requestLog)
  .use(securityHeaders)
  .use(setupGuard)
  .use(transportGuard)
  .route('/api', api)
  .all('/api/*', (c) => problem(c, { code: 'NotFound' }))
  .route('/', assets)
  .route('/', mediaFiles)
  .route('/', discovery)
  .route('/', authenticator)
  .route('/', bank)
  .route('/', mailbox)
  .route('/', html);

app.onError((error, c) => {
  const refusal = refusalOfReader(error);
  if (refusal !== null) return problem(c, refusal);
  if (error instanceof PasswordsBusyError) {
    return problem(c, { code: 'PasswordsBusy', retryAfterSeconds: error.retryAfterSeconds });
  }
  // A change of the account that a freeze overtook; the batch did nothing.
  if (isFreezeError(error)) return problem(c, { code: 'AccountFrozen' });
  logLine('error', 'unexpected-error', {
    method: c.req.method,
    route: routePath(c),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  // Trouble is not a refusal: the commit may have happened, and the same key may be sent again safely.
  if (isDatabaseTrouble(error)) return problem(c, { code: 'Unavailable', retryAfterSeconds: 2 });
  return problem(c, { code: 'Internal' });
});

export type Api = typeof api;
