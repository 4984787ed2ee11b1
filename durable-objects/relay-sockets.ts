// The sockets of one relay: who may connect, what a socket may send, and who gets what. Sockets hibernate, so everything
// known about one is in its tags and its attachment, never in memory. What customers were told lately is in memory alone: a relay
// that hibernates has heard nothing for longer than a page takes to connect.

import { type NoticeFrame, SESSION_ENDED_CODE } from '../worker/contract/prices.ts';

/** Of one relay, far below the platform's 32,768 per object; beyond it a page falls back to polling. */
const SOCKETS_MAX = 20_000;
/** Of them for visitors, so that customers find room however many visitors come. */
const SOCKETS_MAX_OF_VISITORS = 15_000;
const SOCKETS_PER_CUSTOMER = 20;
/** One browser: its tabs. */
const SOCKETS_PER_SESSION = 10;
/**
 * Of visitors: a customer behind the same address is not shut out by them. A mobile carrier or an office puts many behind one
 * address; a page beyond it polls.
 */
const SOCKETS_PER_ADDRESS = 250;

/** A page sends nothing but `ping`, which the platform answers; whatever else comes is limited, then cut off. */
const MESSAGE_MAX_CHARS = 1_024;
const MESSAGES_PER_WINDOW = 20;
const WINDOW_MS = 10_000;

/**
 * A page reads its figures before its socket is open. What its customer was told in between it hears when it is, however slow the
 * line: a page that reads its figures once too often shows the same.
 */
export const TOLD_AGAIN_MS = 30_000;

const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;

export type SocketOwner = {
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly address: string | null;
};

type Told = { readonly at: number; readonly notices: ReadonlySet<string> };

type Attachment = { readonly windowAt: number; readonly count: number };

export class RelaySockets {
  readonly #ctx: DurableObjectState;
  /** By customer, who was told longest ago first. */
  readonly #told = new Map<string, Told>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    // Answered without waking the object.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'));
  }

  /** Null when there is room, otherwise the answer instead of an upgrade. */
  refusal(owner: SocketOwner): Response | null {
    if (this.#count() >= SOCKETS_MAX) return refused(503);
    const full = (tag: string, most: number): boolean => this.#count(tag) >= most;
    if (owner.userId === null) {
      if (full(VISITOR, SOCKETS_MAX_OF_VISITORS)) return refused(503);
      const tooMany = owner.address !== null && full(addressTag(owner.address), SOCKETS_PER_ADDRESS);
      return tooMany ? refused(429) : null;
    }
    const tooMany =
      full(userTag(owner.userId), SOCKETS_PER_CUSTOMER) ||
      (owner.sessionId !== null && full(sessionTag(owner.sessionId), SOCKETS_PER_SESSION));
    return tooMany ? refused(429) : null;
  }

  /** Accepts one socket and greets it with `snapshot`, and with what its customer was told lately. */
  open(owner: SocketOwner, snapshot: string, now: number): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    const tags = [
      ...(owner.userId === null ? [VISITOR] : [userTag(owner.userId)]),
      ...(owner.sessionId === null ? [] : [sessionTag(owner.sessionId)]),
      ...(owner.userId !== null || owner.address === null ? [] : [addressTag(owner.address)]),
    ];
    this.#ctx.acceptWebSocket(server, tags);
    server.serializeAttachment({ windowAt: now, count: 0 } satisfies Attachment);
    server.send(snapshot);
    for (const notice of this.#toldLately(owner.userId, now)) server.send(noticeFrame(notice));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Nothing is expected from a page: small and rare is ignored, anything else closes the socket with the reason. */
  receive(socket: WebSocket, message: string | ArrayBuffer, now: number): void {
    if (typeof message !== 'string') return socket.close(UNSUPPORTED_DATA, 'text only');
    if (message.length > MESSAGE_MAX_CHARS) return socket.close(TOO_BIG, 'message too large');
    const before = socket.deserializeAttachment() as Attachment | null;
    const same = before !== null && now - before.windowAt < WINDOW_MS;
    const after: Attachment = same
      ? { windowAt: before.windowAt, count: before.count + 1 }
      : { windowAt: now, count: 1 };
    if (after.count > MESSAGES_PER_WINDOW) return socket.close(POLICY_VIOLATION, 'too many messages');
    socket.serializeAttachment(after);
  }

  get count(): number {
    return this.#count();
  }

  get isEmpty(): boolean {
    return this.#count() === 0;
  }

  /** The same text to every socket; one that is going away is skipped. */
  broadcast(frame: string): void {
    for (const socket of this.#ctx.getWebSockets()) deliver(socket, frame);
  }

  /** To every device of these customers, and to those that connect a moment later. Returns the number of sockets. */
  notifyAll(userIds: readonly string[], notice: string, now: number): number {
    this.#remember(userIds, notice, now);
    const frame = noticeFrame(notice);
    const sockets = userIds.flatMap((userId) => this.#ctx.getWebSockets(userTag(userId)));
    for (const socket of sockets) deliver(socket, frame);
    return sockets.length;
  }

  endSessions(sessionIds: readonly string[]): number {
    const sockets = sessionIds.flatMap((sessionId) => this.#ctx.getWebSockets(sessionTag(sessionId)));
    for (const socket of sockets) socket.close(SESSION_ENDED_CODE, 'session ended');
    return sockets.length;
  }

  #remember(userIds: readonly string[], notice: string, now: number): void {
    for (const userId of userIds) {
      const notices = new Set(this.#toldLately(userId, now)).add(notice);
      this.#told.delete(userId);
      this.#told.set(userId, { at: now, notices });
    }
    for (const [userId, { at }] of this.#told) {
      if (now - at < TOLD_AGAIN_MS) break;
      this.#told.delete(userId);
    }
  }

  #toldLately(userId: string | null, now: number): Iterable<string> {
    const told = userId === null ? undefined : this.#told.get(userId);
    return told !== undefined && now - told.at < TOLD_AGAIN_MS ? told.notices : [];
  }

  #count(tag?: string): number {
    return this.#ctx.getWebSockets(tag).length;
  }
}

function deliver(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    // Closed between listing and sending; its close event follows.
  }
}

function noticeFrame(notice: string): string {
  return JSON.stringify({ v: 1, type: 'notice', notice } satisfies NoticeFrame);
}

export function refused(status: 429 | 503): Response {
  return new Response(null, { status, headers: { 'Retry-After': '30' } });
}

const VISITOR = 'visitor';
/** Tags are at most 256 characters; ids and addresses are far shorter. */
function userTag(id: string): string {
  return `user:${id}`.slice(0, 256);
}
function sessionTag(id: string): string {
  return `session:${id}`.slice(0, 256);
}
function addressTag(address: string): string {
  return `address:${address}`.slice(0, 256);
}
