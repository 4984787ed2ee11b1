// Makes the hub poll its sources now: for operators, and each minute for the cron, which is also the watchdog that
// finds a hub whose alarm was lost.

import type { Refusal } from '../contract/problems.ts';
import type { AuditActor } from '../db/audit-log.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { priceHub, type Deps } from './deps.ts';
import { noteRefresh } from './operators/price-feed.ts';

export type RefreshCount = { readonly polled: number; readonly accepted: number };

/** Refuses when sources were polled and none gave a sound observation. A person's call is logged; a machine's is not, because it is frequent. */
export async function refreshPrices(
  deps: Pick<Deps, 'db' | 'hub' | 'now' | 'newId'>,
  by: AuditActor | null,
): Promise<Result<RefreshCount, Refusal<'PriceUnavailable'>>> {
  if (by !== null) await noteRefresh(deps, by);
  const count = await deps.hub.refresh();
  return count.polled > 0 && count.accepted === 0 ? err({ code: 'PriceUnavailable' }) : ok(count);
}

/** Each minute. The count goes into the cron's log line. */
export async function runPriceCron(env: Env): Promise<RefreshCount> {
  return priceHub(env).refresh();
}
