// The hub's lines to its relays. Nothing here is awaited by a tick: a relay that does not answer holds up neither the hub nor
// another relay. One push per relay is on its way at a time, so frames arrive in order, and what changes meanwhile is one newer
// frame, not a queue.

import { answerWithin } from '../worker/services/answer-within.ts';
import { relayAt, relayIndex } from '../worker/services/price-relays.ts';
import type { PriceRelay } from './price-relay.ts';
import type { Frame } from './price-view.ts';
import { logLine } from '../worker/telemetry/log.ts';
import { observe } from '../worker/telemetry/meter.ts';

const ANSWER_WITHIN_MS = 2_000;
/** A push that failed is tried once more; then the next frame is the next attempt, and the relay asks by itself. */
const RETRY_MS = 1_000;

type Relay = Pick<DurableObjectStub<PriceRelay>, 'push' | 'notifyAll' | 'endSessions'>;

export class RelayLines {
  readonly #lines: readonly Line[];

  constructor(env: Env, count: number) {
    this.#lines = Array.from(
      { length: count },
      (_, index) => new Line(`relay-${index}`, () => relayAt(env, index)),
    );
  }

  /** The same frame to every relay. The promise is done when each has it or has failed. Never throws. `changedAt`: of the book. */
  async push(frame: Frame, changedAt: number): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.push(frame)));
    observe('onca_tick_seconds', {}, Math.max(0, Date.now() - changedAt) / 1000);
  }

  /** Each relay is told of its own customers. Returns the number of sockets; a relay that does not answer counts none. */
  async notifyAll(userIds: readonly string[], notice: string): Promise<number> {
    const byLine = Map.groupBy(new Set(userIds), (userId) => relayIndex(userId, this.#lines.length));
    return sumOf(
      [...byLine].map(([index, ids]) => this.#lines[index]?.ask((relay) => relay.notifyAll(ids, notice))),
    );
  }

  /** A session's customer is not known here: every relay closes what it has of them. */
  endSessions(sessionIds: readonly string[]): Promise<number> {
    return sumOf(this.#lines.map((line) => line.ask((relay) => relay.endSessions(sessionIds))));
  }
}

async function sumOf(counts: readonly (Promise<number> | undefined)[]): Promise<number> {
  return (await Promise.all(counts)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

class Line {
  readonly #name: string;
  readonly #open: () => Relay;
  #relay: Relay;
  #newest: Frame | null = null;
  #sending: Promise<void> | null = null;
  #isDown = false;

  constructor(name: string, open: () => Relay) {
    this.#name = name;
    this.#open = open;
    this.#relay = open();
  }

  push(frame: Frame): Promise<void> {
    this.#newest = frame;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** 0 where the relay does not answer. */
  async ask(question: (relay: Relay) => PromiseLike<number>): Promise<number> {
    return (await this.#answer(question)) ?? 0;
  }

  async #send(): Promise<void> {
    for (let failures = 0; this.#newest !== null && failures < 2;) {
      const frame: Frame = this.#newest;
      this.#newest = null;
      if ((await this.#answer((relay) => relay.push(frame).then(() => true))) !== null) continue;
      failures += 1;
      this.#newest ??= frame;
      if (failures < 2) await new Promise((later) => setTimeout(later, RETRY_MS));
    }
  }

  /** Null without an answer. A stub that failed may stay broken: the next call has a new one. */
  async #answer<T>(question: (relay: Relay) => PromiseLike<T>): Promise<T | null> {
    try {
      const answer = await answerWithin(ANSWER_WITHIN_MS, question(this.#relay));
      this.#note(null);
      return answer;
    } catch (error) {
      this.#relay = this.#open();
      this.#note(error);
      return null;
    }
  }

  /** One log line when a relay stops answering and one when it does again, not one for each frame. */
  #note(error: unknown): void {
    if (this.#isDown === (error !== null)) return;
    this.#isDown = error !== null;
    const words = this.#isDown ? { error: String(error) } : { recovered: true };
    logLine('error', 'relay-not-reached', { relay: this.#name, ...words });
  }
}
