// Trades that wait, and the sets in which they go to the database: whatever comes while a set is under way goes in the next one.
// Pure but for its dependencies, so that tests decide what a set does and how time passes.

import { isDatabaseTrouble } from '../worker/db/d1-errors.ts';
import type { AskedTrade } from '../worker/services/post-trades.ts';
import { logLine } from '../worker/telemetry/log.ts';

/** Trades that wait at the same time; beyond it whoever comes is asked to come again. */
const WAITING_MAX = 1_024;
/** Of one account: each set takes one of it. The rest goes the ordinary way, past the queue. */
const WAITING_PER_CUSTOMER = 16;
/**
 * Everybody of a set is answered at once, and the answers of larger ones hold each other up (D84). At 4.5 kB at most a trade it is a
 * fourteenth of what D1 takes as one value (2 MB).
 */
const SET_MAX = 32;
/** In a crowd a moment brings many together; alone there is nobody to wait for. */
const GATHER_MS = 5;
/** How long an account that made a set fail stays out of sets. */
const ALONE_MS = 60_000;

export type DeskAnswer =
  | { readonly kind: 'posted'; readonly reply: string }
  /** Not posted here: the ordinary way posts it, or says what is against it. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'full' }
  /** The database did not answer: the commit may have happened. */
  | { readonly kind: 'trouble'; readonly message: string };

export type QueueDeps = {
  /** Posts what may be posted; the replies by operation. */
  readonly post: (set: readonly AskedTrade[]) => Promise<ReadonlyMap<string, string>>;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly now: () => number;
};

type Waiting = { readonly asked: AskedTrade; readonly settle: (answer: DeskAnswer) => void };

export class TradeQueue {
  readonly #deps: QueueDeps;
  /** By account, in the order in which each waits for its next place in a set. */
  readonly #waiting = new Map<string, Waiting[]>();
  #count = 0;
  #isWorking = false;
  /** Until when an account goes alone. */
  readonly #alone = new Map<string, number>();

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#count;
  }

  add(asked: AskedTrade): Promise<DeskAnswer> {
    const { accountId } = asked.trade;
    if (this.#goesAlone(accountId)) return Promise.resolve({ kind: 'alone' });
    if (this.#count >= WAITING_MAX) return Promise.resolve({ kind: 'full' });
    const ofAccount = this.#waiting.get(accountId) ?? [];
    if (ofAccount.length >= WAITING_PER_CUSTOMER) return Promise.resolve({ kind: 'alone' });
    return new Promise((settle) => {
      ofAccount.push({ asked, settle });
      this.#waiting.set(accountId, ofAccount);
      this.#count += 1;
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    let last = 0;
    while (this.#count > 0) {
      if (last > 1) await this.#deps.wait(GATHER_MS);
      const set = this.#take();
      last = set.length;
      await this.#post(set);
    }
    this.#isWorking = false;
  }

  /** One trade of each account; those with more wait behind the others for the next set. */
  #take(): Waiting[] {
    const accounts = [...this.#waiting].slice(0, SET_MAX);
    const set = accounts.flatMap(([accountId, [first, ...rest]]) => {
      this.#waiting.delete(accountId);
      if (rest.length > 0) this.#waiting.set(accountId, rest);
      return first === undefined ? [] : [first];
    });
    this.#count -= set.length;
    return set;
  }

  /** Never throws. A set that fails as a whole is posted in halves, down to the trade that spoils it. */
  async #post(set: readonly Waiting[]): Promise<void> {
    try {
      const replies = await this.#deps.post(set.map(({ asked }) => asked));
      for (const { asked, settle } of set) {
        const reply = replies.get(asked.trade.operationId);
        settle(reply === undefined ? { kind: 'alone' } : { kind: 'posted', reply });
      }
    } catch (error) {
      logLine('error', 'trade-set-failed', {
        trades: set.length,
        requestIds: set.map(({ asked }) => asked.requestId),
        error: String(error),
      });
      // Halves would not fare better, and would take longer.
      if (isDatabaseTrouble(error)) {
        for (const { settle } of set) settle({ kind: 'trouble', message: String(error) });
        return;
      }
      if (set.length > 1) {
        const middle = Math.ceil(set.length / 2);
        await this.#post(set.slice(0, middle));
        return this.#post(set.slice(middle));
      }
      for (const spoiler of set) this.#sendAway(spoiler);
    }
  }

  #sendAway(spoiler: Waiting): void {
    const { accountId } = spoiler.asked.trade;
    this.#alone.set(accountId, this.#deps.now() + ALONE_MS);
    const others = this.#waiting.get(accountId) ?? [];
    this.#waiting.delete(accountId);
    this.#count -= others.length;
    for (const { settle } of [spoiler, ...others]) settle({ kind: 'alone' });
  }

  #goesAlone(accountId: string): boolean {
    const until = this.#alone.get(accountId);
    if (until === undefined) return false;
    if (this.#deps.now() < until) return true;
    this.#alone.delete(accountId);
    return false;
  }
}
