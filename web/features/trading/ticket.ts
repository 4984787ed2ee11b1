// The ticket as a state machine: editing -> quoting -> quoted -> (expired) -> confirming -> receipt, or a refusal,
// or nobody knows. Pure: a component feeds it events, so no order of replies can show what is not true.

import type { MoneyIntent } from '../../api/money-intent.ts';
import { ProblemError } from '../../api/problem-error.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { type Draft, emptyDraft } from './order.ts';

export type Quote = {
  readonly quote: string;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly ouncesE4: number;
  readonly priceCents: number;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
};

/** A quote with the moment this browser stops offering it. */
export type HeldQuote = { readonly quote: Quote; readonly deadline: number };

export type TradeIntent = MoneyIntent<{ readonly quote: string }>;

export type Stage<Receipt> =
  | { readonly name: 'editing'; readonly error: unknown }
  | { readonly name: 'quoting'; readonly previous: HeldQuote | null }
  | { readonly name: 'quoted'; readonly held: HeldQuote }
  | { readonly name: 'expired'; readonly held: HeldQuote; readonly error: unknown }
  | {
      readonly name: 'confirming';
      readonly held: HeldQuote;
      readonly intent: TradeIntent;
      readonly retries: number;
    }
  /** The reply was lost: only the same intent may be sent, until the server says what happened. */
  | { readonly name: 'unknown'; readonly held: HeldQuote; readonly intent: TradeIntent }
  | { readonly name: 'refused'; readonly held: HeldQuote; readonly error: unknown }
  | { readonly name: 'receipt'; readonly receipt: Receipt; readonly replayed: boolean };

export type Ticket<Receipt> = {
  readonly draft: Draft;
  readonly stage: Stage<Receipt>;
  /** Numbers the requests for quotes, so that an answer to an abandoned one is not taken for the current. */
  readonly round: number;
};

export type TicketEvent<Receipt> =
  | { readonly type: 'edit'; readonly draft: Partial<Draft> }
  | { readonly type: 'ask' }
  | { readonly type: 'quote-came'; readonly round: number; readonly held: HeldQuote }
  | { readonly type: 'quote-failed'; readonly round: number; readonly error: unknown }
  | { readonly type: 'time-up' }
  | { readonly type: 'back' }
  | { readonly type: 'confirm'; readonly intent: TradeIntent }
  | { readonly type: 'retrying'; readonly attempt: number }
  | { readonly type: 'traded'; readonly receipt: Receipt; readonly replayed: boolean }
  | { readonly type: 'trade-refused'; readonly error: unknown }
  | { readonly type: 'reply-lost' }
  | { readonly type: 'send-again' }
  | { readonly type: 'start-over' };

export function openTicket<Receipt>(side: Side, metal: TradedMetal): Ticket<Receipt> {
  return { draft: emptyDraft(side, metal), stage: { name: 'editing', error: null }, round: 0 };
}

export function ticketAfter<R>(ticket: Ticket<R>, event: TicketEvent<R>): Ticket<R> {
  switch (event.type) {
    case 'edit':
      return ticket.stage.name === 'editing' ? edited(ticket, event.draft) : ticket;
    case 'ask':
      return asked(ticket);
    case 'quote-came':
    case 'quote-failed':
      return answered(ticket, event);
    case 'start-over':
      return {
        ...openTicket(ticket.draft.side, ticket.draft.metal),
        draft: { ...ticket.draft, text: '', max: false },
        round: ticket.round + 1,
      };
    case 'back':
      return abandoned(ticket);
    default:
      return { ...ticket, stage: settled(ticket.stage, event) };
  }
}

function edited<R>(ticket: Ticket<R>, change: Partial<Draft>): Ticket<R> {
  const draft = { ...ticket.draft, ...change };
  return { ...ticket, draft, stage: { name: 'editing', error: null } };
}

function asked<R>(ticket: Ticket<R>): Ticket<R> {
  const { stage } = ticket;
  if (stage.name !== 'editing' && stage.name !== 'expired') return ticket;
  const previous = stage.name === 'expired' ? stage.held : null;
  return { ...ticket, stage: { name: 'quoting', previous }, round: ticket.round + 1 };
}

function answered<R>(
  ticket: Ticket<R>,
  event: Extract<TicketEvent<R>, { type: 'quote-came' | 'quote-failed' }>,
): Ticket<R> {
  const { stage } = ticket;
  if (stage.name !== 'quoting' || event.round !== ticket.round) return ticket;
  if (event.type === 'quote-came') return { ...ticket, stage: { name: 'quoted', held: event.held } };
  return stage.previous === null
    ? { ...ticket, stage: { name: 'editing', error: event.error } }
    : { ...ticket, stage: { name: 'expired', held: stage.previous, error: event.error } };
}

/** Back to the form, with everything typed; never while money may be moving. */
function abandoned<R>(ticket: Ticket<R>): Ticket<R> {
  const movesMoney = ticket.stage.name === 'confirming' || ticket.stage.name === 'unknown';
  if (movesMoney || ticket.stage.name === 'receipt') return ticket;
  return { ...ticket, stage: { name: 'editing', error: null }, round: ticket.round + 1 };
}

/** Everything from a held quote on. */
function settled<R>(stage: Stage<R>, event: TicketEvent<R>): Stage<R> {
  switch (stage.name) {
    case 'quoted':
      if (event.type === 'time-up') return { name: 'expired', held: stage.held, error: null };
      if (event.type === 'confirm') {
        return { name: 'confirming', held: stage.held, intent: event.intent, retries: 0 };
      }
      return stage;
    case 'confirming':
      return concluded(stage, event);
    case 'unknown':
      return event.type === 'send-again'
        ? { name: 'confirming', held: stage.held, intent: stage.intent, retries: 0 }
        : stage;
    default:
      return stage;
  }
}

function concluded<R>(stage: Extract<Stage<R>, { name: 'confirming' }>, event: TicketEvent<R>): Stage<R> {
  if (event.type === 'retrying') return { ...stage, retries: event.attempt };
  if (event.type === 'traded') {
    return { name: 'receipt', receipt: event.receipt, replayed: event.replayed };
  }
  if (event.type === 'reply-lost') return { name: 'unknown', held: stage.held, intent: stage.intent };
  if (event.type !== 'trade-refused') return stage;
  const expired = event.error instanceof ProblemError && event.error.code === 'QuoteExpired';
  return expired
    ? { name: 'expired', held: stage.held, error: null }
    : { name: 'refused', held: stage.held, error: event.error };
}

/** Closing is safe at any time but while the order travels: its outcome must be seen. */
export function mayClose(stage: Stage<unknown>): boolean {
  return stage.name !== 'confirming';
}
