// A customer's price alerts: list, add, switch and remove. Whether a price has been reached is judged by the hub's book,
// never by what a page shows.

import type { Alert, AlertList, NewAlert } from '../contract/alerts.ts';
import { ALERTS_CHANGED, type AlertBasis } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import {
  deleteAlert,
  findAlert,
  insertAlert,
  listAlerts,
  switchOff,
  switchOn,
  type AlertRow,
} from '../db/alerts.ts';
import { ALERT_CHANNELS, type AlertTerms, isMet, rearmCents } from '../domain/alerts.ts';
import { ALERT_ADD_LIMIT, ALERT_SWITCH_LIMIT, ALERTS_PER_CUSTOMER } from '../domain/limits.ts';
import { decimalText } from '../domain/number-format.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { channelsOf } from './channels.ts';
import type { Deps } from './deps.ts';
import { iso } from '../domain/time.ts';
import { logLine } from '../telemetry/log.ts';

type AlertDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'defer'> & {
  readonly hub: Pick<Deps['hub'], 'alertBasis' | 'notify'>;
};

/** Retry-After for a missing price. */
const PRICE_RETRY_SECONDS = 15;

export async function alertsOf(deps: Pick<Deps, 'db' | 'env'>, userId: string): Promise<AlertList> {
  const { alerts, switches } = await listAlerts(deps.db, userId);
  const offered = channelsOf(deps.env);
  // Who has switched e-mail on gets it as soon as it is set up; the others are not even offered.
  const by = ALERT_CHANNELS.filter(
    (channel) => switches[channel] && (channel === 'email' || offered[channel] !== null),
  );
  return { alerts: alerts.map(viewAlert), limit: ALERTS_PER_CUSTOMER, by };
}

export async function addAlert(
  deps: AlertDeps,
  userId: string,
  wish: NewAlert,
): Promise<
  Result<Alert, Refusal<'AlertAlreadyMet' | 'AlertLimitReached' | 'PriceUnavailable' | 'TooManyRequests'>>
> {
  const claimed = await claimOneOrRefuse(deps, `alert-add:${userId}`, ALERT_ADD_LIMIT);
  if (!claimed.ok) return claimed;
  const terms = { metal: wish.metal, direction: wish.direction, targetCents: wish.targetPriceCents };
  const basis = await basisOf(deps, terms);
  if (!basis.ok) return basis;
  const { priceCents, mark } = basis.value;
  if (isMet(terms, priceCents)) {
    const detail = `The price of ${wish.metal} is already ${decimalText(priceCents, 2)} US dollars.`;
    return err({ code: 'AlertAlreadyMet', detail, priceCents });
  }
  const alert = await insertAlert(
    deps.db,
    {
      ...terms,
      id: deps.newId(),
      userId,
      rearmCents: rearmCents(terms),
      state: 'armed',
      since: mark,
      now: deps.now(),
    },
    ALERTS_PER_CUSTOMER,
  );
  if (alert === null) return err({ code: 'AlertLimitReached' });
  tellOtherDevices(deps, userId);
  return ok(viewAlert(alert));
}

/** An alert switched on beyond its target waits for the price to return, as after firing: it reports crossings only. */
export async function switchAlert(
  deps: AlertDeps,
  userId: string,
  id: string,
  isActive: boolean,
): Promise<Result<Alert, Refusal<'NotFound' | 'PriceUnavailable' | 'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `alert-switch:${userId}`, ALERT_SWITCH_LIMIT);
  if (!claimed.ok) return claimed;
  const before = await findAlert(deps.db, userId, id);
  if (before === null) return err({ code: 'NotFound' });
  if (isActive && !before.isActive) {
    const { metal, direction, targetCents } = before;
    const basis = await basisOf(deps, { metal, direction, targetCents });
    if (!basis.ok) return basis;
    const { priceCents, mark } = basis.value;
    await switchOn(deps.db, userId, id, {
      state: isMet(before, priceCents) ? 'fired' : 'armed',
      since: mark,
    });
  }
  if (!isActive) await switchOff(deps.db, userId, id);
  const after = await findAlert(deps.db, userId, id);
  if (after === null) return err({ code: 'NotFound' });
  tellOtherDevices(deps, userId);
  return ok(viewAlert(after));
}

export async function removeAlert(
  deps: AlertDeps,
  userId: string,
  id: string,
): Promise<Result<null, Refusal<'NotFound'>>> {
  if (!(await deleteAlert(deps.db, userId, id))) return err({ code: 'NotFound' });
  tellOtherDevices(deps, userId);
  return ok(null);
}

/** Before every change that arms an alert: the hub judges no price without it from then on. */
async function basisOf(
  deps: AlertDeps,
  terms: AlertTerms,
): Promise<Result<AlertBasis, Refusal<'PriceUnavailable'>>> {
  const basis = await deps.hub.alertBasis(terms).catch((error: unknown) => {
    logLine('error', 'no-alert-basis', { error: String(error) });
    return null;
  });
  return basis === null
    ? err({ code: 'PriceUnavailable', retryAfterSeconds: PRICE_RETRY_SECONDS })
    : ok(basis);
}

function tellOtherDevices(deps: AlertDeps, userId: string): void {
  deps.defer(Promise.resolve(deps.hub.notify(userId, ALERTS_CHANGED)));
}

function viewAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    metal: row.metal,
    direction: row.direction,
    targetPriceCents: row.targetCents,
    isActive: row.isActive,
    state: row.state,
    rearmPriceCents: row.rearmCents,
    createdAt: iso(row.createdAt),
    lastFiredAt: row.lastFiredAt === null ? null : iso(row.lastFiredAt),
  };
}
