// A relay: one of the objects that hold the sockets. The hub pushes each frame to every relay once, and the relay sends it to its
// sockets. Every frame is the whole state, so only the newest counts: what a relay missed (a lost push, a restart, silence) it
// makes up for with the hub's newest frame. Sockets hear frames with a rising seq.

import { DurableObject } from 'cloudflare:workers';
import { answerWithin } from '../worker/services/answer-within.ts';
import { priceHub } from '../worker/services/deps.ts';
import { frameText, type Frame } from './price-view.ts';
import { refused, RelaySockets } from './relay-sockets.ts';
import { logLine } from '../worker/telemetry/log.ts';

/** A greeting is no older: a relay that has heard nothing for this long asks the hub. */
const HEARD_LATELY_MS = 1_000;
/** While it has sockets, a relay asks a hub that is silent this long, which also wakes it. */
const SILENCE_MS = 60_000;
/** A new hub waits for its first prices. */
const HUB_ANSWERS_WITHIN_MS = 10_000;
/** The last seq is written this much later, once for all frames in between. */
const NOTE_SEQ_MS = 1_000;

const SEQ = 'seq';

export class PriceRelay extends DurableObject<Env> {
  /** Replaced by tests that need another time. */
  now: () => number = () => Date.now();

  readonly #sockets: RelaySockets;
  /** The newest frame; null after a restart, until the hub says it again. */
  #frame: Frame | null = null;
  /** Of the last frame that the sockets have heard: they outlive a hibernation, and hear none twice. */
  #seq: number;
  #heardAt = -Infinity;
  #asking: Promise<void> | null = null;
  #notingSeq = false;
  #isWatching = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sockets = new RelaySockets(ctx);
    this.#seq = ctx.storage.kv.get<number>(SEQ) ?? -1;
  }

  /** From the hub, one after the other. */
  push(frame: Frame): void {
    this.#hear(frame);
  }

  /** Notifies customers of this relay on every device, also those that connect a moment later. Returns the number of sockets. */
  notifyAll(userIds: readonly string[], notice: string): number {
    return this.#sockets.notifyAll(userIds, notice, this.now());
  }

  endSessions(sessionIds: readonly string[]): number {
    return this.#sockets.endSessions(sessionIds);
  }

  /** Open ones. */
  sockets(): number {
    return this.#sockets.count;
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
    if (!this.#heardWithin(HEARD_LATELY_MS)) await this.#ask();
    await this.#watch();
    // From here on without an await: two upgrades never count the same room.
    if (this.#frame === null || !this.#heardWithin(SILENCE_MS)) return refused(503);
    const refusal = this.#sockets.refusal(owner);
    if (refusal !== null) return refusal;
    return this.#sockets.open(owner, frameText('snapshot', this.#frame), this.now());
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#sockets.receive(socket, message, this.now());
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that no code was received; they cannot be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Watches for silence while there are sockets. */
  override async alarm(): Promise<void> {
    this.#isWatching = false;
    if (this.#sockets.isEmpty) return;
    if (!this.#heardWithin(SILENCE_MS)) await this.#ask();
    await this.#watch();
  }

  /** Newer than what the sockets have heard: they hear it. The same again: the next one is greeted with it. Older: late, dropped. */
  #hear(frame: Frame): void {
    this.#heardAt = this.now();
    if (frame.seq < this.#seq) return;
    this.#frame = frame;
    if (frame.seq === this.#seq) return;
    this.#seq = frame.seq;
    this.#sockets.broadcast(frameText('tick', frame));
    this.#noteSeq();
  }

  #heardWithin(ms: number): boolean {
    return this.now() - this.#heardAt < ms;
  }

  /** Everybody who asks at the same time shares one question. Never throws. */
  #ask(): Promise<void> {
    this.#asking ??= answerWithin(HUB_ANSWERS_WITHIN_MS, priceHub(this.env).frame())
      .then((frame) => this.#hear(frame))
      .catch((error: unknown) => {
        logLine('error', 'relay-without-hub', { error: String(error) });
      })
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + SILENCE_MS);
  }

  /** Not with each frame, which would cost more than sending it to a few. A timer keeps the object awake until it is written. */
  #noteSeq(): void {
    if (this.#notingSeq) return;
    this.#notingSeq = true;
    setTimeout(() => {
      this.#notingSeq = false;
      this.ctx.storage.kv.put(SEQ, this.#seq);
    }, NOTE_SEQ_MS);
  }
}
