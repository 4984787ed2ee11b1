// The price hub: one object that listens to the sources, keeps the book and tells every socket. It owns seq and
// the accepted prices; it refuses whatever the book's rules refuse. Invariant: book and seq change, and are
// persisted, in one synchronous step, with no await inside, so no two changes ever share a seq.

import { DurableObject } from 'cloudflare:workers';
import type { FeedReport } from '../worker/contract/operators/price-feed.ts';
import {
  ALERTS_CHANGED,
  type AlertBasis,
  type PriceFrame,
  type PriceSnapshot,
  type QuoteBasis,
} from '../worker/contract/prices.ts';
import type { AlertTick } from '../worker/db/alert-ticks.ts';
import { bucketStart } from '../worker/domain/history-ranges.ts';
import { isTradedMetal, type Metal, type TradedMetal } from '../worker/domain/metals.ts';
import {
  isFresh,
  USD_BRL,
  type DayStats,
  type Observation,
  type Series,
} from '../worker/domain/price-rules.ts';
import { FEED_TIMEOUT_MS, feedOver } from '../worker/providers/feed.ts';
import type { PriceFeeds, PriceVars } from '../worker/providers/registry.ts';
import { fillSimulatedGap } from '../worker/services/candles-simulated.ts';
import { dayStats, storeMinutes } from '../worker/services/candles.ts';
import { deliverSoon } from '../worker/services/deliver-mail.ts';
import { evaluateTick } from '../worker/services/evaluate-alerts.ts';
import { sendShortAlerts } from '../worker/services/short-messages.ts';
import { AlertQueue } from './alert-queue.ts';
import { FeedJournal } from './feed-journal.ts';
import { feedReport } from './feed-view.ts';
import { feedsOf, storedKind, termsOf } from './feeds.ts';
import { HubSockets } from './hub-sockets.ts';
import { HubStore } from './hub-store.ts';
import { bookFor, isSound, takeIn, type Book } from './price-book.ts';
import { quoteBasisOf, snapshotOf, standingOf } from './price-view.ts';
import { type QuotingChange, type QuotingChanged, QuotingSwitch } from './quoting-switch.ts';
import { SourceClock, type PollCount } from './source-clock.ts';
import { MINUTE_MS } from '../worker/domain/time.ts';

/** The alarm never runs in a tight loop, and never sleeps longer than the platform's cron would let it. */
const ALARM_MS = { min: 100, max: 60_000 } as const;
/** An alarm this long overdue was lost, for example with the machine it was set on. */
const ALARM_LOST_MS = 30_000;
/** After a failed write to D1 the minutes wait this long. */
const STORE_RETRY_MS = 10_000;
/** A silence this long in stored minutes is a gap: the process slept or was stopped. */
const GAP_MS = 3 * MINUTE_MS;
const FIRST_PRICE_WAIT_MS = 1_000;
const LAST_STORED = 'stored-minutes';

export class PriceHub extends DurableObject<Env> {
  /** Replaced by tests that live at another time, or have less of it. */
  now: () => number = () => Date.now();
  feedTimeoutMs = FEED_TIMEOUT_MS;

  readonly #store: HubStore;
  readonly #sockets: HubSockets;
  readonly #clock: SourceClock;
  readonly #alerts: AlertQueue;
  readonly #journal: FeedJournal;
  readonly #switch: QuotingSwitch;
  #feeds: PriceFeeds;
  #book: Book;
  #standing: string;
  #ready: Promise<void> | null = null;
  #refreshing: Promise<PollCount> | null = null;
  #storing: Promise<void> | null = null;
  #storeAfter = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new HubStore(ctx.storage);
    this.#sockets = new HubSockets(ctx);
    this.#journal = new FeedJournal(ctx.storage);
    this.#clock = new SourceClock({
      feed: () => feedOver(this.now, this.feedTimeoutMs),
      publish: (observations) => this.publish(observations),
      lastPollAt: (source) => this.#store.readTime(`poll:${source}`),
      notePoll: (source, at) => this.#store.writeTime(`poll:${source}`, at),
      noteOutcome: (source, outcome) => this.#journal.noteOutcome(source, outcome, this.now()),
    });
    this.#alerts = new AlertQueue(ctx.storage, {
      now: () => this.now(),
      carryOut: (tick) => this.#carryOut(tick),
    });
    this.#switch = new QuotingSwitch({
      db: env.DB,
      paused: () => this.#book.paused,
      carryOut: (paused) => this.#change({ ...this.#book, paused }),
    });
    this.#feeds = feedsOf(env);
    this.#book = bookFor(termsOf(this.#feeds), this.#store.readBook());
    this.#standing = this.#store.readStanding() ?? standingOf(this.#book, this.now());
  }

  /** Listens to another set of sources from now on; a changed set starts a new book. */
  configure(vars: PriceVars): void {
    this.#feeds = feedsOf(vars);
    const next = bookFor(termsOf(this.#feeds), this.#book);
    if (next.key === this.#book.key) return this.#commit(next);
    // The new book has no prices and no last 24 hours yet: the next caller waits for both.
    this.#ready = null;
    this.#store.writeTime(LAST_STORED, 0);
    this.#commit(next);
  }

  async snapshot(): Promise<PriceSnapshot> {
    await this.#awake();
    return snapshotOf(this.#book, this.now());
  }

  async quoteBasis(metal: Metal): Promise<QuoteBasis> {
    await this.#awake();
    return quoteBasisOf(this.#book, metal, this.now());
  }

  /** What a new alert is judged by: the last accepted price, and the tick from which on it counts. */
  async alertBasis(metal: TradedMetal): Promise<AlertBasis | null> {
    await this.#awake();
    const price = this.#book.series[metal]?.price ?? null;
    return price === null ? null : { priceCents: price.mid, mark: this.#alerts.mark };
  }

  /** Accepted prices that the alerts have not been judged by yet. */
  alertTicksWaiting(): number {
    return this.#alerts.waiting;
  }

  /** Asks every source that may be asked; callers at the same time share one round. */
  async refresh(): Promise<PollCount> {
    this.#refreshing ??= this.#clock.pollAll(this.#sources(), this.now()).finally(() => {
      this.#refreshing = null;
    });
    const count = await this.#refreshing;
    await this.#awake();
    return count;
  }

  /** Upgrades to a socket. The route checked the origin and put the owner into an address only it can write. */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket')
      return new Response(null, { status: 426 });
    const url = new URL(request.url);
    const owner = {
      userId: url.searchParams.get('user'),
      sessionId: url.searchParams.get('session'),
      address: url.searchParams.get('address') || null,
    };
    const refusal = this.#sockets.refusal(owner);
    if (refusal !== null) return refusal;
    await this.#awake();
    return this.#sockets.open(owner, this.#frame('snapshot'), this.now());
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#sockets.receive(socket, message, this.now());
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that no code came; they may not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Tells one customer, on every device; the count of sockets it went to. */
  notify(userId: string, notice: string): number {
    return this.#sockets.notify(userId, notice);
  }

  endSession(sessionId: string): number {
    return this.#sockets.endSession(sessionId);
  }

  /** Operators stop quoting, with a reason, or let it go on. Prices keep coming. */
  switchQuoting(change: QuotingChange): Promise<QuotingChanged> {
    return this.#switch.change(change);
  }

  /** For operators: where the prices come from, and what became of each source's word. */
  async feedReport(): Promise<FeedReport> {
    await this.#awake();
    const facts = {
      book: this.#book,
      feeds: this.#feeds,
      words: this.#journal.lastWords(),
      refused: this.#journal.refusedLately(),
      troubles: this.#journal.troublesLately(),
      standing: (clock: string) => this.#journal.standing(clock),
      lastPollAt: (clock: string) => this.#store.readTime(`poll:${clock}`),
    };
    return feedReport(facts, this.now());
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    // Started, not awaited: the next alarm only comes when this one returns, and a source may hang.
    this.#clock.startDue(this.#sources(), this.#feeds.pollMs, now);
    this.#keepInBackground();
    this.ctx.waitUntil(this.#alerts.work());
    this.#noticeTime();
    await this.#arm();
  }

  /** Takes in what a source said; returns how many observations were sound. Everybody hears of a change at once. */
  publish(observations: readonly Observation[]): number {
    const now = this.now();
    let book = this.#book;
    const verdicts = observations.map((observation) => {
      const taken = takeIn(book, observation, now);
      book = taken.book;
      return { observation, verdict: taken.verdict };
    });
    const moved = new Set(verdicts.filter((v) => v.verdict === 'accepted').map((v) => v.observation.series));
    const next = moved.size > 0 ? { ...book, seq: book.seq + 1 } : book;
    this.#store.inOneStep(() => {
      for (const { observation, verdict } of verdicts) {
        this.#store.recordObservation(observation, verdict);
        this.#journal.noteWord(observation, verdict);
      }
      if (next !== this.#book) this.#store.writeBook(next);
      for (const series of moved) {
        this.#storeLive(next, series, now);
        this.#queueAlerts(next, series);
      }
    });
    this.#book = next;
    if (moved.size > 0) {
      this.#tell();
      this.ctx.waitUntil(this.#alerts.work());
    }
    return verdicts.filter(({ verdict }) => isSound(verdict)).length;
  }

  /** A late price is shown with its true time, but is not this minute's price. */
  #storeLive(book: Book, series: Series, now: number): void {
    const price = book.series[series]?.price ?? null;
    const kind = storedKind(book);
    if (price !== null && kind !== null && isFresh(price.asOf, now))
      this.#store.widenMinute(series, kind, price);
  }

  #queueAlerts(book: Book, series: Series): void {
    const price = book.series[series]?.price ?? null;
    if (price !== null && series !== USD_BRL && isTradedMetal(series))
      this.#alerts.add(series, price.mid, price.asOf);
  }

  /** The customers hear of it after it is committed; a page that misses the word reads the log when it comes back. */
  async #carryOut(tick: AlertTick): Promise<void> {
    const { toTell, rowsRead, rowsWritten, ...counted } = await evaluateTick(
      { db: this.env.DB, now: this.now, newId: () => crypto.randomUUID() },
      tick,
    );
    for (const userId of toTell) this.#sockets.notify(userId, ALERTS_CHANGED);
    if (toTell.length > 0) await sendShortAlerts({ env: this.env, db: this.env.DB, now: this.now }, tick.at);
    if (counted.reported === 0) return;
    console.log(JSON.stringify({ event: 'alerts-fired', ...counted, rowsRead, rowsWritten }));
    const defer = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    deliverSoon({ env: this.env, db: this.env.DB, now: this.now, defer });
  }

  /** A change that is not a price: one more seq, and everybody is told. */
  #change(book: Book): void {
    this.#commit({ ...book, seq: book.seq + 1 });
    this.#tell();
  }

  #commit(book: Book): void {
    this.#store.inOneStep(() => this.#store.writeBook(book));
    this.#book = book;
  }

  #tell(): void {
    const standing = standingOf(this.#book, this.now());
    if (standing !== this.#standing) this.#store.writeStanding(standing);
    this.#standing = standing;
    this.#sockets.broadcast(this.#frame('tick'));
  }

  /** Prices go stale and markets close by time alone; that too is a change that everybody hears of. */
  #noticeTime(): void {
    if (standingOf(this.#book, this.now()) !== this.#standing) this.#change(this.#book);
  }

  #frame(type: PriceFrame['type']): string {
    return JSON.stringify({ v: 1, type, ...snapshotOf(this.#book, this.now()) } satisfies PriceFrame);
  }

  /** Whoever asks finds a hub that polls. A new one waits for its first prices, bounded by the feed's time limit. */
  async #awake(): Promise<void> {
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm < Date.now() - ALARM_LOST_MS) await this.#arm();
    this.#ready ??= this.#becomeReady();
    await this.#ready;
    this.#noticeTime();
  }

  async #becomeReady(): Promise<void> {
    const prices = Object.values(this.#book.series).map((series) => series.price);
    const fresh = prices.some((price) => price !== null && isFresh(price.asOf, this.now()));
    if (fresh) return this.#keepMinutes();
    const first = this.#clock.pollAll(this.#sources(), this.now());
    // An old price with its time is an answer: a source that hangs does not hold it back for long.
    const patience = prices.length === 0 ? first : Promise.race([first, scheduler.wait(FIRST_PRICE_WAIT_MS)]);
    await Promise.all([patience, this.#keepMinutes()]);
  }

  async #arm(): Promise<void> {
    const now = this.now();
    const nextMinute = bucketStart('minute', now) + MINUTE_MS;
    const due = Math.min(nextMinute, this.#clock.nextDueAt(this.#sources(), this.#feeds.pollMs, now));
    const delay = Math.min(ALARM_MS.max, Math.max(ALARM_MS.min, due - now));
    await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  #sources() {
    return [...this.#feeds.metals, ...this.#feeds.rates];
  }

  #keepInBackground(): void {
    this.ctx.waitUntil(this.#keepMinutes());
  }

  /** Once a minute: finished minutes go to D1, and the last 24 hours come back. One at a time; never throws. */
  #keepMinutes(): Promise<void> {
    const now = this.now();
    const last = this.#store.readTime(LAST_STORED);
    const done = last !== null && last <= now && bucketStart('minute', last) === bucketStart('minute', now);
    if (done || now < this.#storeAfter) return this.#storing ?? Promise.resolve();
    this.#storing ??= this.#storeMinutes(now, last)
      .catch((error: unknown) => {
        this.#storeAfter = now + STORE_RETRY_MS;
        console.error(JSON.stringify({ event: 'prices-not-stored', error: String(error) }));
      })
      .finally(() => {
        this.#storing = null;
      });
    return this.#storing;
  }

  async #storeMinutes(now: number, last: number | null): Promise<void> {
    const { key } = this.#book;
    const kind = storedKind(this.#book);
    if (kind === 'simulated' && (last === null || now - last > GAP_MS))
      await fillSimulatedGap(this.env.DB, now);
    const finished = this.#store.finishedCandles(now);
    await storeMinutes(this.env.DB, finished, now);
    const day = kind === null ? {} : await dayStats(this.env.DB, kind, this.#book.calendar, now);
    this.#store.inOneStep(() => {
      this.#store.dropCandles(finished);
      this.#store.dropOldObservations(now);
      this.#store.writeTime(LAST_STORED, now);
    });
    if (this.#book.key === key) this.#setDay(day);
  }

  #setDay(day: Partial<Record<Series, DayStats>>): void {
    if (JSON.stringify(day) !== JSON.stringify(this.#book.day)) this.#change({ ...this.#book, day });
  }
}
