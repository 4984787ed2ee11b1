// The trade desk: one object through which trades go to the database in sets. It stores nothing: what it forgets is asked again,
// with the same key.

import { DurableObject } from 'cloudflare:workers';
import { depsFor } from '../worker/services/deps.ts';
import { type AskedTrade, postAsked, tellPages } from '../worker/services/post-trades.ts';
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
      post: (set) => postAsked(deps, set, (userIds) => notices.add(userIds)),
      wait,
      now: deps.now,
    });
  }

  post(asked: AskedTrade): Promise<DeskAnswer> {
    return this.#queue.add(asked);
  }
}
