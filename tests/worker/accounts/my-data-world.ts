// An account as its owner and the clock see it: the closing, the copies, and the day on which the cron comes by.

import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { postTrade } from '../../../worker/ledger/post-trade.ts';
import { depsFor, type Deps } from '../../../worker/services/deps.ts';
import { carryOutClosings } from '../../../worker/services/carry-out-closings.ts';
import type { Customer } from '../../support/customers.ts';
import { give } from '../../support/funds.ts';
import { send } from '../factors/enrol.ts';

/** Deps of a run at a moment of the test's choosing; `settled` waits for its deferred work. */
export function depsAt(now: number): { readonly deps: Deps; readonly settled: () => Promise<unknown> } {
  const work: Promise<unknown>[] = [];
  const deps = { ...depsFor(env, { waitUntil: (one) => void work.push(one) }), now: () => now };
  return { deps, settled: () => Promise.all(work) };
}

export const askToClose = (who: Customer, waivedCents = 0): Promise<Response> =>
  send(who, 'POST', '/api/profile/closing', { waivedCents });

/** The minute cron at that moment. */
export async function closeDue(now: number) {
  const { deps, settled } = depsAt(now);
  const counted = await carryOutClosings(deps);
  await settled();
  return counted;
}

/** So many cents and no metal: what the smallest deposit brings too much is spent on a grain that is sold for nothing. */
export async function leaveCents(who: Customer, cents: number): Promise<void> {
  await give(env.DB, who, { cashCents: cents, metal: 'gold', ouncesE4: 0 });
  const id = crypto.randomUUID();
  const sold = await postTrade(env.DB, {
    operationId: id,
    transactionId: crypto.randomUUID(),
    accountId: who.userId,
    idempotencyKey: `sell-${id}`,
    requestHash: 'sell',
    quoteId: id,
    quoteBasis: '{}',
    side: 'sell',
    metal: 'silver',
    ouncesE4: 1,
    priceCents: 1,
    subtotalCents: 0,
    feeCents: 0,
    totalCents: 0,
    marks: NO_MARKS,
    now: Date.now(),
    atMost: null,
    registerMaxCents: null,
    alongside: [],
  });
  expect(sold.ok).toBe(true);
}

/** Every row of every table as JSON, with the names of the tables that hold `text` in any case. */
export async function tablesWith(texts: readonly string[]): Promise<Record<string, string[]>> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all();
    const all = JSON.stringify(results).toLowerCase();
    for (const text of texts) if (all.includes(text.toLowerCase())) (found[text] ??= []).push(name);
  }
  return found;
}

/** The keys of objects in the bucket whose bytes hold one of the texts. */
export async function objectsWith(texts: readonly string[]): Promise<string[]> {
  const { objects } = await env.MEDIA.list();
  const found: string[] = [];
  for (const { key } of objects) {
    const object = await env.MEDIA.get(key);
    const bytes = new TextDecoder('latin1').decode(await object?.arrayBuffer()).toLowerCase();
    if (texts.some((text) => bytes.includes(text.toLowerCase()))) found.push(key);
  }
  return found;
}
