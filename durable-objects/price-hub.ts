// The price hub: one object that polls the sources, keeps the book and sends frames to the relays, which hold the sockets. It
// owns seq and the accepted prices; it refuses whatever the book's rules refuse. Invariant: book and seq change, and are
// persisted, in one synchronous step, with no await inside, so no two changes ever share a seq.

import { DurableObject } from 'cloudflare:workers';
import type { FeedReport } from '../worker/contract/operators/price-feed.ts';
import {
  ALERTS_CHANGED,
  type AlertBasis,
  type PriceSnapshot,
  type QuoteBasis,
} from '../worker/contract/prices.ts';
import type { AlertTick } from '../worker/db/alert-ticks.ts';
import type { AlertTerms, QuietPrices } from '../worker/domain/alerts.ts';
import type { Incident } from '../worker/domain/incident.ts';
import { isTradedMetal, type Metal } from '../worker/domain/metals.ts';
import type { DayStats, Observation, Series } from '../worker/domain/price-rules.ts';
import { isFresh, SERIES, USD_BRL } from '../worker/domain/price-rules.ts';
import { FEED_TIMEOUT_MS, feedOver } from '../worker/providers/feed.ts';
import type { PriceFeeds, PriceVars } from '../worker/providers/registry.ts';
import { deliverSoon } from '../worker/services/deliver-mail.ts';
import { priceHubId } from '../worker/services/deps.ts';
import { evaluateTick } from '../worker/services/evaluate-alerts.ts';
import { relayCount } from '../worker/services/price-relays.ts';
import { sendShortAlerts } from '../worker/services/short-messages.ts';
import { AlertQueue } from './alert-queue.ts';
import { FeedJournal } from './feed-journal.ts';
import { feedReport } from './feed-view.ts';
import { feedsOf, storedKind, termsOf } from './feeds.ts';
import { HubStore } from './hub-store.ts';
import { ALARM_LOST_MS, ALARM_MS, FIRST_PRICE_WAIT_MS, GATHER_MS, nextMinuteAt } from './hub-times.ts';
import { type IncidentChange, type IncidentChanged, IncidentSwitch } from './incident-switch.ts';
import { MinuteKeeper } from './minute-keeper.ts';
import { bookFor, isSound, isWord, notePoll, review, takeIn, type Book } from './price-book.ts';
import { type Frame, frameOf, quoteBasisOf, rateBasisOf, snapshotOf, feedStatusOf } from './price-view.ts';
import { type QuotingChange, type QuotingChanged, QuotingSwitch } from './quoting-switch.ts';
import { RelayLines } from './relay-lines.ts';
import { clockOf, SourceClock, type PollCount, type Published } from './source-clock.ts';
import { logLine } from '../worker/telemetry/log.ts';
import { handOn } from '../worker/telemetry/meter.ts';

export class PriceHub extends DurableObject<Env> {
  /** Replaced by tests that need another time or a shorter timeout. */
  now: () => number = () => Date.now();
  feedTimeoutMs = FEED_TIMEOUT_MS;

  readonly #store: HubStore;
  readonly #relays: RelayLines;
  readonly #clock: SourceClock;
  readonly #alerts: AlertQueue;
  readonly #journal: FeedJournal;
  readonly #switch: QuotingSwitch;
  readonly #incidents: IncidentSwitch;
  readonly #minutes: MinuteKeeper;
  #feeds: PriceFeeds;
  #book: Book;
  #feedStatus: string;
  #ready: Promise<void> | null = null;
  #refreshing: Promise<PollCount> | null = null;
  #isGathering = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new HubStore(ctx.storage);
    // The relays send the frames of the hub that the Worker asks. A hub of another name, as tests have, speaks to nobody.
    this.#relays = new RelayLines(env, ctx.id.equals(priceHubId(env)) ? relayCount(env) : 0);
    this.#journal = new FeedJournal(ctx.storage);
    this.#clock = new SourceClock({
      feed: () => feedOver(this.now, this.feedTimeoutMs),
      publish: (observations) => this.publish(observations),
      lastPollAt: (source) => this.#store.readTime(`poll:${source}`),
      notePoll: (source, at) => this.#store.writeTime(`poll:${source}`, at),
      noteOutcome: (source, outcome) => {
        this.#journal.noteOutcome(clockOf(source), outcome, this.now());
        this.#commit(notePoll(this.#book, source, outcome.spoken));
        this.#noticeTime();
      },
    });
    this.#alerts = new AlertQueue(ctx.storage, {
      now: () => this.now(),
      evaluate: (tick) => this.#evaluateAlerts(tick),
    });
    this.#switch = new QuotingSwitch({
      db: env.DB,
      paused: () => this.#book.paused,
      setPause: (paused) => this.#change({ ...this.#book, paused }),
    });
    this.#incidents = new IncidentSwitch({
      db: env.DB,
      incident: () => this.incident(),
      setIncident: (incident) => this.#change({ ...this.#book, incident }),
    });
    this.#minutes = new MinuteKeeper({
      db: env.DB,
      store: this.#store,
      now: () => this.now(),
      book: () => this.#book,
      setDay: (day) => this.#setDay(day),
    });
    this.#feeds = feedsOf(env);
    this.#book = bookFor(termsOf(this.#feeds), this.#store.readBook());
    this.#feedStatus = this.#store.readFeedStatus() ?? feedStatusOf(this.#book, this.now());
    // The relays outlive a restart: what the hub had stored and not sent yet goes out now.
    if (this.#book.seq > 0) this.#gather();
  }

  /** Polls another set of sources from now on. A changed set starts a new book. */
  configure(vars: PriceVars): void {
    this.#feeds = feedsOf(vars);
    const next = bookFor(termsOf(this.#feeds), this.#book);
    if (next.key === this.#book.key) return this.#commit(next);
    // The new book has no prices and no statistics yet: the next caller waits for both.
    this.#ready = null;
    this.#minutes.startOver();
    this.#commit(next);
  }

  async snapshot(): Promise<PriceSnapshot> {
    await this.#awake();
    return snapshotOf(this.#book, this.now());
  }

  /** The newest frame, for a relay that may have missed it. */
  async frame(): Promise<Frame> {
    await this.#awake();
    return frameOf(this.#book, this.now());
  }

  /** `requestId`: of the request that asks, so that a price which is not quoted on can be found from it. */
  async quoteBasis(metal: Metal, requestId: string | null = null): Promise<QuoteBasis> {
    await this.#awake();
    const basis = quoteBasisOf(this.#book, metal, this.now());
    if (!basis.ok) logLine('warn', 'not-quoted', { metal, because: basis.reason, requestId });
    return basis;
  }

  async rateBasis() {
    await this.#awake();
    return rateBasisOf(this.#book, this.now());
  }

  /**
   * What an alert that is about to be made or switched on is judged by: the last accepted price, and the tick from which on it counts.
   * Nobody makes one without asking: from here on its target is one of those that prices may reach.
   */
  async alertBasis(terms: AlertTerms): Promise<AlertBasis | null> {
    await this.#awake();
    const price = this.#book.series[terms.metal]?.price ?? null;
    return price === null ? null : { priceCents: price.mid, mark: this.#alerts.expect(terms, price.mid) };
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

  /** Notifies one customer on every device. Returns the number of sockets. */
  notify(userId: string, notice: string): Promise<number> {
    return this.#relays.notifyAll([userId], notice);
  }

  /** The same notice to many customers in one call. */
  notifyAll(userIds: readonly string[], notice: string): Promise<number> {
    return this.#relays.notifyAll(userIds, notice);
  }

  /** Closes the sockets of ended sessions. Returns their number. */
  endSessions(sessionIds: readonly string[]): Promise<number> {
    return this.#relays.endSessions(sessionIds);
  }

  /** Operators pause quoting with a reason, or resume it. Polling continues. */
  switchQuoting(change: QuotingChange): Promise<QuotingChanged> {
    return this.#switch.change(change);
  }

  /** What operators tell visitors: prepared, shown or over. */
  incident(): Incident | null {
    return this.#book.incident ?? null;
  }

  switchIncident(change: IncidentChange): Promise<IncidentChanged> {
    return this.#incidents.change(change);
  }

  /** For operators: the sources, and what happened to the observations of each. */
  async feedReport(): Promise<FeedReport> {
    await this.#awake();
    const facts = {
      book: this.#book,
      feeds: this.#feeds,
      lastObservations: this.#journal.lastObservations(),
      refused: this.#journal.refusedLately(),
      troubles: this.#journal.troublesLately(),
      healthOf: (source: string) => this.#journal.healthOf(source),
      lastPollAt: (clock: string) => this.#store.readTime(`poll:${clock}`),
    };
    return feedReport(facts, this.now());
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    // Started, not awaited: the next alarm only comes when this one returns, and a source may hang.
    this.#clock.startDue(this.#sources(), this.#feeds.pollMs, now);
    this.ctx.waitUntil(this.#minutes.keep());
    this.ctx.waitUntil(this.#alerts.work());
    this.#noticeTime();
    await this.#arm();
  }

  /** Applies the observations of a source and broadcasts a change. */
  publish(observations: readonly Observation[]): Published {
    const now = this.now();
    let book = this.#book;
    const verdicts = observations.map((observation) => {
      const taken = takeIn(book, observation, now);
      book = taken.book;
      return { observation, verdict: taken.verdict };
    });
    const moved = new Set(verdicts.filter((v) => v.verdict === 'accepted').map((v) => v.observation.series));
    this.#move(book, moved, () => {
      for (const { observation, verdict } of verdicts) {
        this.#store.recordObservation(observation, verdict);
        this.#journal.noteVerdict(observation, verdict);
      }
    });
    // A first suspect changes no price, and makes one that cannot be quoted on.
    this.#noticeTime();
    return {
      sound: verdicts.filter(({ verdict }) => isSound(verdict)).length,
      spoken: verdicts.filter(({ verdict }) => isWord(verdict)).map((v) => v.observation.series),
    };
  }

  /** The prices of these series are others now. `note` is part of the step. */
  #move(book: Book, moved: ReadonlySet<Series>, note?: () => void): void {
    const now = this.now();
    const next = moved.size > 0 ? { ...book, seq: book.seq + 1 } : book;
    this.#store.inOneStep(() => {
      note?.();
      if (next !== this.#book) this.#store.writeBook(next);
      for (const series of moved) {
        this.#storeLive(next, series, now);
        this.#queueAlerts(next, series);
      }
    });
    this.#book = next;
    if (moved.size === 0) return;
    this.#tell();
    this.ctx.waitUntil(this.#alerts.work());
  }

  /** A late price is shown with its own time, but it does not count for this minute's candle. */
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

  /** Customers are notified after the commit. A page that misses the notice reads the log when it reconnects. */
  async #evaluateAlerts(tick: AlertTick): Promise<QuietPrices> {
    const { toTell, quiet, rowsRead, rowsWritten, ...counted } = await evaluateTick(
      { db: this.env.DB, now: this.now, newId: () => crypto.randomUUID() },
      tick,
    );
    if (toTell.length > 0) {
      await this.#relays.notifyAll(toTell, ALERTS_CHANGED);
      await sendShortAlerts({ env: this.env, db: this.env.DB, now: this.now }, tick.at);
    }
    if (counted.reported === 0) return quiet;
    logLine('info', 'alerts-fired', { ...counted, rowsRead, rowsWritten });
    const defer = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    deliverSoon({ env: this.env, db: this.env.DB, now: this.now, defer });
    return quiet;
  }

  /** A change other than a price: it increments seq and is broadcast. */
  #change(book: Book): void {
    this.#commit({ ...book, seq: book.seq + 1 });
    this.#tell();
  }

  #commit(book: Book): void {
    if (book === this.#book) return;
    this.#store.inOneStep(() => this.#store.writeBook(book));
    this.#book = book;
  }

  #tell(): void {
    const status = feedStatusOf(this.#book, this.now());
    if (status !== this.#feedStatus) this.#store.writeFeedStatus(status);
    this.#feedStatus = status;
    this.#gather();
  }

  /** One frame for all that changes from now on for a moment. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const changedAt = Date.now();
    setTimeout(() => {
      this.#isGathering = false;
      this.ctx.waitUntil(this.#relays.push(frameOf(this.#book, this.now()), changedAt));
      handOn(this.env, () => this.ctx);
    }, GATHER_MS);
  }

  /** Time alone makes prices stale, silences sources and closes markets; that is broadcast as well. */
  #noticeTime(): void {
    const book = review(this.#book, this.now());
    const moved = SERIES.filter((series) => book.series[series] !== this.#book.series[series]);
    if (moved.length > 0) this.#move(book, new Set(moved));
    if (feedStatusOf(this.#book, this.now()) !== this.#feedStatus) this.#change(this.#book);
  }

  /** Makes sure that the alarm runs. A new hub waits for its first prices, at most the feed's timeout. */
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
    if (fresh) return this.#minutes.keep();
    const first = this.#clock.pollAll(this.#sources(), this.now());
    // An old price with its time is an answer: a source that hangs does not hold it back for long.
    const patience = prices.length === 0 ? first : Promise.race([first, scheduler.wait(FIRST_PRICE_WAIT_MS)]);
    await Promise.all([patience, this.#minutes.keep()]);
  }

  async #arm(): Promise<void> {
    const now = this.now();
    const nextMinute = nextMinuteAt(now);
    const due = Math.min(nextMinute, this.#clock.nextDueAt(this.#sources(), this.#feeds.pollMs, now));
    const delay = Math.min(ALARM_MS.max, Math.max(ALARM_MS.min, due - now));
    await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  #sources() {
    return [...this.#feeds.metals, ...this.#feeds.rates];
  }

  #setDay(day: Partial<Record<Series, DayStats>>): void {
    if (JSON.stringify(day) !== JSON.stringify(this.#book.day)) this.#change({ ...this.#book, day });
  }
}
