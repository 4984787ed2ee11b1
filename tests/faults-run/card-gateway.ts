// A gateway for cards and transfers on loopback, with books of its own: each payment by its key, and everything that it has ever said of
// one. It answers as the sandbox does; `mode` says how it does not. Whatever becomes of an answer, what was ordered is done.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { GATEWAY_SIGNATURE_HEADER, type GatewayEvent } from '../../worker/contract/deposits.ts';
import { sandboxOutcome, type PaymentStatus } from '../../worker/domain/deposits.ts';
import { signCallback } from '../../worker/services/gateway-signature.ts';
import type { PaymentOrder, PaymentState, SignedCallback } from '../../worker/services/payment-gateway.ts';

/** `silent`: it never answers, so the product's own limit ends the wait. */
export const CARD_TROUBLES = ['slow', 'cut-off', 'error-500', 'html', 'truncated', 'nothing'] as const;
export const CARD_LIES = [
  'another-amount',
  'pending-after-completed',
  'completed-after-failed',
  'failed-after-completed',
  'twice',
  'decides-late',
] as const;
type CardTrouble = (typeof CARD_TROUBLES)[number];
export type CardLie = (typeof CARD_LIES)[number];
export type CardMode = 'well' | 'silent' | CardTrouble | CardLie;

type Payment = {
  readonly key: string;
  readonly reference: string;
  readonly cents: number;
  /** What came beyond what was ordered, for good. */
  readonly more: number;
  outcome: PaymentStatus;
};

/** What the gateway has said of a payment, in answers and callbacks; the same is one. */
export type CardSaid = GatewayEvent & {
  /** An answer of the product to this callback that it need not be sent again. */
  isHeard: boolean;
  /** It answered that it knew of another decision before. */
  isLate: boolean;
  /** Said while it was healthy: whoever has not heard asks again. */
  readonly isOrdinary: boolean;
};

export type CardsSeen = { readonly said: readonly CardSaid[]; readonly surprises: readonly string[] };

/** Longer than a customer likes, shorter than the product's limit. */
const SLOW_MS = 2_500;
/** So many of the newest payments it contradicts itself about. */
const CONTRADICTED = 12;
const OTHER_CENTS = 100;
const HEARD_WITHIN_MS = 30_000;
const AGAIN_MS = 50;

export class CardGateway {
  mode: CardMode = 'well';
  /** Where its callbacks go, and the product's clock. */
  calls: { readonly origin: string; readonly now: () => number } | null = null;
  readonly #server: Server;
  readonly #secret: string;
  readonly #payments = new Map<string, Payment>();
  readonly #said = new Map<string, CardSaid>();
  #surprises: string[] = [];

  private constructor(secret: string) {
    this.#secret = secret;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.#surprises.push(`the card gateway stumbled: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async open(secret: string): Promise<CardGateway> {
    const gateway = new CardGateway(secret);
    gateway.#server.listen(0, '127.0.0.1');
    await once(gateway.#server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many payments it was ordered. */
  get size(): number {
    return this.#payments.size;
  }

  seen(): CardsSeen {
    return { said: [...this.#said.values()], surprises: this.#surprises.splice(0) };
  }

  /** By callbacks about the newest payments, as the lie that it tells goes. */
  async contradictItself(): Promise<void> {
    const newest = [...this.#payments.values()].slice(-CONTRADICTED);
    const lies = newest.flatMap((payment) => this.#lieAbout(payment));
    await Promise.all(lies.map((said) => this.#tell(said)));
  }

  /** As gateways do: what was said of a payment meanwhile is said until it is heard. */
  async heal(): Promise<void> {
    this.mode = 'well';
    const until = performance.now() + HEARD_WITHIN_MS;
    for (;;) {
      const unheard = [...this.#said.values()].filter(
        ({ outcome, isHeard, isOrdinary }) => outcome === 'completed' && !isHeard && !isOrdinary,
      );
      if (unheard.length === 0) return;
      if (performance.now() > until) {
        this.#surprises.push(`a callback is not taken: ${JSON.stringify(unheard[0])}`);
        return;
      }
      for (const said of unheard) await this.#tell(said);
      await wait(AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const said =
      request.url === '/payments'
        ? await this.#take(JSON.parse(text) as PaymentOrder)
        : this.#stateOf((JSON.parse(text) as { key: string }).key);
    const { mode } = this;
    const typed = { 'Content-Type': 'application/json' };
    const json = JSON.stringify(said);
    if (mode === 'silent') return;
    if (mode === 'cut-off') response.destroy();
    else if (mode === 'error-500') response.writeHead(500, typed).end('{"error":"internal"}');
    else if (mode === 'html') response.end('<!doctype html><title>Sorry</title>');
    else if (mode === 'truncated') response.writeHead(200, typed).end(json.slice(0, json.length / 2));
    else if (mode === 'nothing') response.writeHead(200, typed).end('{}');
    else {
      if (mode === 'slow') await wait(SLOW_MS);
      response.writeHead(200, typed).end(json);
    }
  }

  async #take({ key, payCents, amountCents, now }: PaymentOrder) {
    const known = this.#payments.get(key);
    const reference = `sandbox-${key}`;
    const payment: Payment = known ?? {
      key,
      reference,
      cents: payCents,
      more: this.mode === 'another-amount' ? OTHER_CENTS : 0,
      outcome: sandboxOutcome(amountCents),
    };
    this.#payments.set(key, payment);
    if (payment.cents !== payCents)
      this.#surprises.push(`${key} was ordered with ${payment.cents}, then with ${payCents}`);
    const said = this.#now(payment);
    if (said === null) return { reference, callback: null };
    this.#note(said);
    // Once more by itself, while the product still reads its answer.
    if (this.mode === 'twice') void this.#tell(this.#note(said));
    return { reference, callback: await this.#signed(said, now) };
  }

  #stateOf(key: string): PaymentState | null {
    const payment = this.#payments.get(key);
    if (payment === undefined) return null;
    const said = this.#now(payment);
    if (said === null) return { reference: payment.reference, outcome: 'pending', paidCents: 0 };
    this.#note(said);
    return { reference: said.reference, outcome: said.outcome, paidCents: said.paidCents };
  }

  /** What it answers of a payment; null: it is under way. */
  #now(payment: Payment): GatewayEvent | null {
    const { mode } = this;
    if (payment.outcome === 'pending' || mode === 'pending-after-completed') return null;
    if (mode === 'another-amount') return event(payment, 'completed', OTHER_CENTS);
    if (mode === 'completed-after-failed' && payment.outcome === 'completed') {
      // Of the payment it tells afterwards.
      this.#note(event(payment, 'completed'));
      return event(payment, 'failed');
    }
    return event(payment, payment.outcome);
  }

  #lieAbout(payment: Payment): CardSaid[] {
    const { outcome } = payment;
    const is = (mode: CardLie, was: PaymentStatus) => this.mode === mode && outcome === was;
    const tell = (...events: readonly GatewayEvent[]) => events.map((one) => this.#note(one));
    if (this.mode === 'another-amount') return tell(event(payment, 'completed', OTHER_CENTS));
    if (is('failed-after-completed', 'completed')) return tell(event(payment, 'failed'));
    if (is('completed-after-failed', 'failed')) {
      payment.outcome = 'completed';
      return tell(event(payment, 'completed'));
    }
    if (is('twice', 'completed')) {
      const again = event(payment, 'completed');
      return tell(again, again, { ...again, reference: `${payment.reference}-again` });
    }
    if (is('decides-late', 'pending')) {
      payment.outcome = payment.cents % 2 === 0 ? 'completed' : 'failed';
      return tell(event(payment, payment.outcome));
    }
    return [];
  }

  #note(said: GatewayEvent): CardSaid {
    const name = `${said.key} ${said.reference} ${said.outcome} ${said.paidCents}`;
    const known = this.#said.get(name);
    if (known !== undefined) return known;
    const noted = { ...said, isHeard: false, isLate: false, isOrdinary: this.mode === 'well' };
    this.#said.set(name, noted);
    return noted;
  }

  #signed({ key, reference, outcome, paidCents }: GatewayEvent, now: number): Promise<SignedCallback> {
    const body = JSON.stringify({ key, reference, outcome, paidCents });
    return signCallback(this.#secret, body, now).then((signature) => ({ body, signature }));
  }

  /** By a callback. */
  async #tell(said: CardSaid): Promise<void> {
    if (this.calls === null) return;
    const { origin, now } = this.calls;
    const { body, signature } = await this.#signed(said, Math.floor(now()));
    try {
      const reply = await fetch(`${origin}/api/payments/sandbox/callback`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [GATEWAY_SIGNATURE_HEADER]: signature },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      const answer = await reply.text();
      // 422: the amount is another one, which the product keeps for its operators.
      if (reply.status === 200 || reply.status === 422) said.isHeard = true;
      // 401: the clock was stepped under it, so that it looks like a recording.
      else if (reply.status !== 503 && reply.status !== 401)
        this.#surprises.push(`a callback of ${body} was answered ${reply.status}: ${answer.slice(0, 200)}`);
      if (reply.status === 200 && answer.includes('"applied":false')) said.isLate = true;
    } catch {
      // No answer: it is told again.
    }
  }
}

function event(
  { key, reference, cents, ...payment }: Payment,
  outcome: 'completed' | 'failed',
  more = payment.more,
): GatewayEvent {
  return { key, reference, outcome, paidCents: cents + more };
}
