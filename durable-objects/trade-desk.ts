// The trade desk: one object through which trades go to the database in sets. It stores nothing: what it forgets is asked again,
// with the same key.

import { DurableObject } from 'cloudflare:workers';
import { depsFor } from '../worker/services/deps.ts';
import { type AskedTrade, postAsked, tellPages } from '../worker/services/post-trades.ts';
import { logLine } from '../worker/telemetry/log.ts';
import { handOn, observe } from '../worker/telemetry/meter.ts';
import { GatheredNotices } from './gathered-notices.ts';
import { type DeskAnswer, TradeQueue } from './trade-queue.ts';

export class TradeDesk extends DurableObject<Env> {
  readonly #queue: TradeQueue;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const deps = depsFor(env, ctx);
    const wait = (ms: number) => scheduler.wait(ms);
    const notices = new GatheredNotices({ tell: (userIds) => tellPages(deps, userIds), wait });
    this.#queue = new TradeQueue({
      post: async (set) => {
        const began = deps.now();
        const replies = await postAsked(deps, set, (userIds) => notices.add(userIds));
        noteSet(set, deps.now() - began);
        handOn(env, () => ctx);
        return replies;
      },
      wait,
      now: deps.now,
    });
  }

  post(asked: AskedTrade): Promise<DeskAnswer> {
    return this.#queue.add(asked);
  }

  /** Trades that wait for their set. */
  waiting(): number {
    return this.#queue.waiting;
  }
}

function noteSet(set: readonly AskedTrade[], ms: number): void {
  observe('onca_trade_set_size', {}, set.length);
  observe('onca_trade_set_seconds', {}, ms / 1000);
  logLine('info', 'trade-set', { ms, requestIds: set.map(({ requestId }) => requestId) });
}
