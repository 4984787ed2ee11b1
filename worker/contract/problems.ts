// Every problem that the API can answer with, in one table: RFC 9457 status and title, and the English detail, which is the
// specification's own text where it has one (C8). A refusal whose code is not here does not compile.

import type { BankFileFault } from '../domain/bank-files.ts';
import type { ClosingObstacle } from '../domain/closing.ts';
import type { StepUpMethod } from '../domain/factors.ts';
import type { PauseReason } from '../domain/feed-report.ts';
import type { Level } from '../domain/identity.ts';
import type { LevelSumOf } from '../domain/level-limits.ts';
import type { TradedMetal } from '../domain/metals.ts';
import { DATA_PROBLEMS } from './data-problems.ts';
import { EMAIL_PROBLEMS } from './email-problems.ts';
import { IDENTITY_PROBLEMS } from './identity-problems.ts';
import { LIMIT_PROBLEMS, type ProblemEntry } from './limit-problems.ts';
import { MEDIA_PROBLEMS } from './media-problems.ts';
import { PAYOUT_PROBLEMS } from './payout-problems.ts';
import { PROPOSAL_PROBLEMS } from './proposal-problems.ts';
import { RECONCILIATION_PROBLEMS } from './reconciliation-problems.ts';
import { WITHDRAWAL_PROBLEMS } from './withdrawal-problems.ts';

export const PROBLEMS = {
  ...LIMIT_PROBLEMS,
  ...EMAIL_PROBLEMS,
  ...PROPOSAL_PROBLEMS,
  ...RECONCILIATION_PROBLEMS,
  ...IDENTITY_PROBLEMS,
  ...DATA_PROBLEMS,
  ...PAYOUT_PROBLEMS,
  ...WITHDRAWAL_PROBLEMS,
  ...MEDIA_PROBLEMS,
  MalformedJson: { status: 400, title: 'Malformed JSON', detail: 'The request body is not valid JSON.' },
  IdempotencyKeyMissing: {
    status: 400,
    title: 'Idempotency key missing',
    detail: 'Send an Idempotency-Key header of 1 to 255 characters.',
  },
  Unauthenticated: { status: 401, title: 'Unauthenticated', detail: 'User not authenticated' },
  InvalidCredentials: { status: 401, title: 'Invalid credentials', detail: 'Invalid email or password.' },
  SessionExpired: {
    status: 401,
    title: 'Session expired',
    detail: 'Your session has ended. Please sign in again.',
  },
  SecondFactorInvalid: {
    status: 401,
    title: 'Second factor not accepted',
    detail: 'This code is wrong or has already been used.',
  },
  PasskeyRefused: {
    status: 401,
    title: 'Passkey not accepted',
    detail: 'This passkey could not be verified.',
  },
  TicketExpired: {
    status: 401,
    title: 'Sign-in expired',
    detail: 'This sign-in took too long or had too many attempts. Please enter your password again.',
  },
  PasswordIncorrect: { status: 401, title: 'Password incorrect', detail: 'The password is incorrect.' },
  StepUpRequired: {
    status: 403,
    title: 'Confirmation required',
    detail: 'Please confirm it is you. This request has done nothing.',
  },
  SessionEnded: {
    status: 401,
    title: 'Session ended',
    detail: 'This session was ended on another device or by a new password. Please sign in again.',
  },
  SecondFactorNeeded: {
    status: 403,
    title: 'Second factor needed',
    detail: 'Operators need a second factor. Add one on /profile/security. Nothing has been done.',
  },
  Forbidden: { status: 403, title: 'Forbidden', detail: 'Your account does not have access to this.' },
  HttpsRequired: { status: 403, title: 'Https required', detail: 'This API is called over https only.' },
  CrossSite: {
    status: 403,
    title: 'Cross-site request',
    detail: 'This request did not come from this site.',
  },
  AccountSuspended: {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Please contact support.',
  },
  AccountFrozen: {
    status: 403,
    title: 'Account frozen',
    detail: 'This account is frozen: it reads on, and changes nothing. Nothing has been done.',
  },
  FreezeNeedsFactor: {
    status: 409,
    title: 'A second factor undoes it',
    detail: 'Only a second factor undoes a freeze, and this account has none. Please contact support.',
  },
  NotFound: { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  AlreadySubscribed: { status: 409, title: 'Already subscribed', detail: 'This email is already subscribed' },
  BonusAlreadyClaimed: {
    status: 409,
    title: 'Bonus already claimed',
    detail: 'The welcome bonus has already been claimed.',
  },
  FactorExists: {
    status: 409,
    title: 'Authenticator app already added',
    detail: 'An authenticator app is already in use for this account.',
  },
  OwnAccount: {
    status: 409,
    title: 'Your own account',
    detail: 'Operators cannot do this to their own account.',
  },
  NoSecondFactor: {
    status: 409,
    title: 'No second factor',
    detail: 'This customer has no second factor to remove.',
  },
  ViewNotOpened: {
    status: 409,
    title: 'View not opened',
    detail: 'Open this customer’s dashboard first. Each time is recorded in the audit log.',
  },
  WebhookMissing: {
    status: 409,
    title: 'No webhook',
    detail: 'No webhook is set up. Submissions wait until one is.',
  },
  OperationNotReversible: {
    status: 409,
    title: 'Operation not reversible',
    detail: 'Only completed purchases, sales, deposits and welcome bonuses can be reversed.',
  },
  AlreadyReversed: {
    status: 409,
    title: 'Already reversed',
    detail: 'This operation has already been reversed. Nothing was changed.',
  },
  ReversalShortOfCash: {
    status: 409,
    title: 'Not enough cash',
    detail: 'The customer’s cash no longer covers this reversal. Nothing was changed.',
  },
  ReversalShortOfMetal: {
    status: 409,
    title: 'Not enough metal',
    detail: 'The customer no longer has that much unlocked metal. Nothing was changed.',
  },
  PasskeyExists: { status: 409, title: 'Passkey already added', detail: 'This passkey is already in use.' },
  SetupExpired: {
    status: 409,
    title: 'Setup expired',
    detail: 'The setup took too long. Please start again. Nothing has changed.',
  },
  MarketClosed: {
    status: 409,
    title: 'Market closed',
    detail: 'The market is closed. No new quotes until it opens.',
  },
  TradingPaused: {
    status: 409,
    title: 'Trading paused',
    detail: 'Trading is paused. Your cash and metals are safe.',
  },
  IncidentChanged: { status: 409, title: 'Incident changed', detail: 'The banner is another one by now.' },
  PauseChanged: {
    status: 409,
    title: 'Another pause',
    detail: 'Another operator has paused trading again. Nothing was changed.',
  },
  QuoteExpired: {
    status: 409,
    title: 'Quote expired',
    detail: 'This quote has expired. Nothing was traded.',
  },
  QuoteUsed: { status: 409, title: 'Quote used', detail: 'This quote has already been used for a trade.' },
  PayloadTooLarge: { status: 413, title: 'Payload too large', detail: 'The request body is too large.' },
  UnsupportedMediaType: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json.',
  },
  ContactChanged: { status: 409, title: 'Contact changed', detail: 'Another operator changed this message.' },
  AlertChanged: {
    status: 409,
    title: 'Alert changed',
    detail: 'It is over, or another operator has it meanwhile.',
  },
  ValidationFailed: { status: 422, title: 'Validation failed', detail: 'Some fields are not valid.' },
  IdempotencyKeyReused: {
    status: 422,
    title: 'Idempotency key reused',
    detail: 'This Idempotency-Key was used for a different request.',
  },
  InvalidAmount: { status: 422, title: 'Invalid amount', detail: 'Enter an amount greater than zero.' },
  TradeBelowMinimum: {
    status: 422,
    title: 'Trade below minimum',
    detail: 'The subtotal of a trade must be at least 1.00 US dollar.',
  },
  InsufficientFunds: {
    status: 422,
    title: 'Insufficient funds',
    detail: 'The total, including the fee, is more than your cash balance.',
  },
  CashOwed: {
    status: 422,
    title: 'Cash is owed',
    detail: 'As much of your cash as you owe for a deposit that the bank took back buys nothing.',
  },
  InsufficientHoldings: {
    status: 422,
    title: 'Insufficient holdings',
    detail: 'You do not have that many ounces available to sell.',
  },
  QuoteInvalid: { status: 422, title: 'Quote invalid', detail: 'This quote is not valid for this account.' },
  DepositBelowMinimum: {
    status: 422,
    title: 'Deposit below minimum',
    detail: 'The minimum deposit is 100.00 US dollars.',
  },
  DepositAboveMaximum: {
    status: 422,
    title: 'Deposit above maximum',
    detail: 'The maximum deposit is 100,000.00 US dollars.',
  },
  AlertAlreadyMet: { status: 422, title: 'Alert already met', detail: 'The price is already there.' },
  SignupError: {
    status: 500,
    title: 'Sign-up failed',
    detail: 'An unexpected error occurred during signup. Please try again.',
  },
  SignInError: {
    status: 500,
    title: 'Sign-in failed',
    detail: 'An unexpected error occurred during sign in',
  },
  Internal: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side. Nothing was lost.',
  },
  PriceUnavailable: { status: 503, title: 'Price unavailable', detail: 'Price not available' },
  PriceUnsettled: { status: 503, title: 'Price in doubt', detail: 'Our sources disagree about this price.' },
  Unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'The service is busy. You can safely send the same request again.',
  },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof PROBLEMS;

export type FieldProblem = { readonly field: string; readonly code: string; readonly message: string };

/** What a problem says besides its code and detail, under the names of the wire. Other codes have no data of their own. */
type ProblemData = {
  readonly ValidationFailed: { readonly errors?: readonly FieldProblem[] };
  readonly AccountNotEmpty: { readonly obstacles: readonly ClosingObstacle[] };
  readonly StepUpRequired: { readonly methods: readonly StepUpMethod[] };
  /** `opensAt`: an ISO time; null when it is not known. */
  readonly MarketClosed: { readonly opensAt: string | null };
  readonly TradingPaused: { readonly pausedReason?: PauseReason };
  /** The level that would do, the customer's own, and of deposits, purchases or withdrawals what his allows in its time and what of it is used. */
  readonly LevelNeeded: {
    readonly neededLevel: Level;
    readonly level: Level;
    readonly of: LevelSumOf | null;
    readonly limitCents: number | null;
    readonly usedCents: number | null;
  };
  /** What the vault has of the metal and nobody holds. */
  readonly OutOfStock: { readonly metal: TradedMetal; readonly freeOuncesE4: number };
  readonly BankFileRefused: BankFileFault;
  readonly NotWithdrawable: { readonly withdrawableCents: number };
  /** The price that decided. */
  readonly AlertAlreadyMet: { readonly priceCents: number };
} & Record<
  | 'PixChargesOpen'
  | 'PixUnpaid'
  | 'PriceUnavailable'
  | 'PriceUnsettled'
  | 'RateUnavailable'
  | 'TooManyRequests'
  | 'Unavailable',
  { readonly retryAfterSeconds?: number }
> &
  Record<
    | 'DepositLimitReached'
    | 'DepositFailuresReached'
    | 'WithdrawalLimitReached'
    | 'PasswordsBusy'
    | 'ExportTooSoon',
    { readonly retryAfterSeconds: number }
  >;

/** A refusal, as services return it. `detail` replaces the table's English text. */
export type Refusal<C extends ProblemCode = ProblemCode> = {
  readonly [K in C]: { readonly code: K; readonly detail?: string } & (K extends keyof ProblemData
    ? ProblemData[K]
    : unknown);
}[C];
