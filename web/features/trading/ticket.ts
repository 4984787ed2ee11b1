// The order ticket as a state machine: editing -> quoting -> quoted -> (expired) -> confirming -> receipt, refused or unknown.
// Pure: a component feeds it events, so no order of replies can show a wrong state.

import type { MoneyIntent } from '../../api/money-intent.ts';
import { ProblemError } from '../../api/problem-error.ts';
import type { Rate } from '../../i18n/display.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import type { CostedPosition, Draft } from './order.ts';

export type HeldQuote = {
  readonly quote: Quote;
  /** When this browser stops offering it. */
  readonly deadline: number;
  /** The exchange rate when the quote was asked, so that its total in reais is held too; null is unknown (P44). */
  readonly rate: Rate | null;
};

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
  /** The reply was lost: only the same intent may be sent again, until the server reports its outcome. */
  | { readonly name: 'unknown'; readonly held: HeldQuote; readonly intent: TradeIntent }
  | { readonly name: 'refused'; readonly held: HeldQuote; readonly error: unknown }
  | {
      readonly name: 'receipt';
      readonly receipt: Receipt;
      readonly rate: Rate | null;
      readonly replayed: boolean;
    };

export type Ticket<Receipt> = {
  readonly draft: Draft;
  readonly stage: Stage<Receipt>;
  /** Numbers the requests for quotes: the answer to an abandoned request is ignored. */
  readonly round: number;
  /** The position when the order went out: while its outcome is awaited, the current one may already include it. */
  readonly before: CostedPosition | null;
};

export type TicketEvent<Receipt> =
  | { readonly type: 'edit'; readonly draft: Partial<Draft> }
  | { readonly type: 'ask' }
  | { readonly type: 'quote-came'; readonly round: number; readonly held: HeldQuote }
  | { readonly type: 'quote-failed'; readonly round: number; readonly error: unknown }
  | { readonly type: 'time-up' }
  | { readonly type: 'back' }
  | { readonly type: 'confirm'; readonly intent: TradeIntent; readonly position: CostedPosition }
  | { readonly type: 'retrying'; readonly attempt: number }
  | { readonly type: 'traded'; readonly receipt: Receipt; readonly replayed: boolean }
  | { readonly type: 'trade-refused'; readonly error: unknown }
  | { readonly type: 'reply-lost' }
  | { readonly type: 'send-again' }
  | { readonly type: 'start-over' };

export function openTicket<Receipt>(draft: Draft): Ticket<Receipt> {
  return { draft, stage: { name: 'editing', error: null }, round: 0, before: null };
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
        ...openTicket({ ...ticket.draft, text: '', max: false }),
        round: ticket.round + 1,
      };
    case 'back':
      return abandoned(ticket);
    case 'confirm':
      return ticket.stage.name === 'quoted'
        ? { ...ticket, stage: settled(ticket.stage, event), before: event.position }
        : ticket;
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

/** Back to the form with the typed order; never while money may be moving. */
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
    const { rate } = stage.held;
    return { name: 'receipt', receipt: event.receipt, rate, replayed: event.replayed };
  }
  if (event.type === 'reply-lost') return { name: 'unknown', held: stage.held, intent: stage.intent };
  if (event.type !== 'trade-refused') return stage;
  const expired = event.error instanceof ProblemError && event.error.problem.code === 'QuoteExpired';
  return expired
    ? { name: 'expired', held: stage.held, error: null }
    : { name: 'refused', held: stage.held, error: event.error };
}

/** Closing is safe except while the order is under way: the user must see its outcome. */
export function mayClose(stage: Stage<unknown>): boolean {
  return stage.name !== 'confirming';
}

/**
 * When the countdown of a quote ends: its lifetime from the request on, by this browser's clock. The server's clock may
 * differ, and the page must not offer a quote for longer than the server accepts it.
 */
export function deadlineOf(
  quote: { readonly issuedAt: string; readonly expiresAt: string },
  askedAt: number,
): number {
  return askedAt + (Date.parse(quote.expiresAt) - Date.parse(quote.issuedAt));
}
