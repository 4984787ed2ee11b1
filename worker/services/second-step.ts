// The second step of a sign-in. The ticket proves that the password was right: it allows five wrong answers, ten minutes and
// one sign-in. A refusal here reveals nothing about the password that the ticket did not.

import { newChallenge } from '../auth/challenges.ts';
import type { Client } from '../auth/client.ts';
import { assertionOptions } from '../auth/passkeys.ts';
import { hashTicket, newTicket } from '../auth/sign-in-ticket.ts';
import type { PasskeyOptions, PasskeySignIn, SecondStep } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { guarded } from '../db/guards.ts';
import { isClosingDue } from '../db/account-closings.ts';
import { claimAttempts, clearBucketStatement, releaseAttemptStatement } from '../db/attempts.ts';
import { listPasskeys } from '../db/passkeys.ts';
import {
  findPendingSignIn,
  openPendingSignInStatements,
  usePendingSignInStatement,
} from '../db/pending-sign-ins.ts';
import { findCustomer } from '../db/users.ts';
import { TICKET_LIFETIME_MS, TICKET_LIMIT } from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { SIGN_IN_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { claimOf, claimOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { enter, type Entered } from './enter.ts';
import { proveFactor, provePasskey, type ProofRefusal, siteOf, wasSpentElsewhere } from './prove-factor.ts';
import { refuseUnexpected } from './unexpected.ts';

/** Stores the ticket, with the statements of a right password (`forgiven`), and returns it. */
export async function openPendingSignIn(
  deps: Deps,
  userId: string,
  wish: { readonly remember: boolean; readonly phone: string },
  forgiven: readonly D1PreparedStatement[],
  now: number,
): Promise<string> {
  const ticket = newTicket();
  const { remember, phone } = wish;
  const expiresAt = now + TICKET_LIFETIME_MS;
  const ticketHash = hashTicket(ticket);
  await deps.db.batch([
    ...forgiven,
    ...openPendingSignInStatements(deps.db, { ticketHash, userId, remember, phone, expiresAt, now }),
  ]);
  return ticket;
}

export type SecondStepRefusal = ProofRefusal | Refusal<'TicketExpired' | 'AccountSuspended' | 'SignInError'>;

type SecondStepCommand = SecondStep & { readonly client: Client };

export async function takeSecondStep(
  deps: Deps,
  command: SecondStepCommand,
): Promise<Result<Entered, SecondStepRefusal>> {
  try {
    return await proveAndEnter(deps, command);
  } catch (error) {
    return refuseUnexpected('SignInError', error);
  }
}

async function proveAndEnter(
  deps: Deps,
  command: SecondStepCommand,
): Promise<Result<Entered, SecondStepRefusal>> {
  const now = deps.now();
  const ticketHash = hashTicket(command.ticket);
  const ticket = await findPendingSignIn(deps.db, ticketHash, now);
  if (ticket === null) return err({ code: 'TicketExpired' });
  const tries = claimOf(deps, `second-step:${ticketHash}`, TICKET_LIMIT);
  const claimed = await claimAttempts(deps.db, [tries], now);
  if (!claimed.allowed) return err({ code: 'TicketExpired' });

  const { client } = command;
  const use = { purpose: 'second-factor', owner: ticketHash } as const;
  const proven = await proveFactor(deps, { userId: ticket.userId, client, use }, command, now);
  if (!proven.ok) return proven;
  const used = guarded(deps.db, deps.newId(), 'ticket', [
    usePendingSignInStatement(deps.db, ticketHash, now),
  ]);
  const proof = [...used, ...proven.value.statements, clearBucketStatement(deps.db, tries.bucket)];
  const wish = { remember: ticket.remember, phone: ticket.phone ?? '', client };
  const entered = await completeSignIn(deps, ticket.userId, wish, proof, now, 'TicketExpired');
  if (entered.ok || entered.error.code !== 'TicketExpired') return entered;
  // A parallel request used the ticket or the code. If the ticket is still valid, it was the code.
  const isGood = (await findPendingSignIn(deps.db, ticketHash, now)) !== null;
  return isGood ? err({ code: 'SecondFactorInvalid' }) : entered;
}

/** What a device signs for the second step. The same answer for a customer without a passkey: an empty list. */
export async function secondStepOptions(
  deps: Deps,
  ticket: string,
): Promise<Result<PasskeyOptions, Refusal<'TicketExpired'>>> {
  const now = deps.now();
  const ticketHash = hashTicket(ticket);
  const found = await findPendingSignIn(deps.db, ticketHash, now);
  if (found === null) return err({ code: 'TicketExpired' });
  const passkeys = await listPasskeys(deps.db, found.userId);
  const use = { purpose: 'second-factor', owner: ticketHash } as const;
  const challenge = newChallenge(deps.env.SESSION_SECRET, use, now);
  return ok(asOptions(await assertionOptions(siteOf(deps), passkeys, challenge)));
}

const DIRECT = { purpose: 'sign-in', owner: '' } as const;

/** For a sign-in by passkey alone: the device offers those it has for this site. Writes nothing. */
export async function passkeySignInOptions(deps: Deps): Promise<PasskeyOptions> {
  const challenge = newChallenge(deps.env.SESSION_SECRET, DIRECT, deps.now());
  return asOptions(await assertionOptions(siteOf(deps), [], challenge));
}

type PasskeyCommand = PasskeySignIn & { readonly client: Client };
type PasskeySignInRefusal = Refusal<
  'PasskeyRefused' | 'AccountSuspended' | 'TooManyRequests' | 'SignInError'
>;

/** A passkey with user verification is both steps at once. */
export async function signInByPasskey(
  deps: Deps,
  command: PasskeyCommand,
): Promise<Result<Entered, PasskeySignInRefusal>> {
  try {
    return await verifyAndEnter(deps, command);
  } catch (error) {
    return refuseUnexpected('SignInError', error);
  }
}

async function verifyAndEnter(
  deps: Deps,
  { response, remember, client }: PasskeyCommand,
): Promise<Result<Entered, PasskeySignInRefusal>> {
  const now = deps.now();
  const address = claimOf(deps, `sign-in:address:${client.addressKey}`, SIGN_IN_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, client.addressKey, [address], now);
  if (!claimed.ok) return claimed;
  const proven = await provePasskey(deps, response, { userId: null, client, use: DIRECT }, now);
  if (!proven.ok) return proven;
  const { userId, statements } = proven.value;
  const proof = [...statements, releaseAttemptStatement(deps.db, address.id)];
  return completeSignIn(deps, userId, { remember, phone: '', client }, proof, now, 'PasskeyRefused');
}

async function completeSignIn<C extends 'TicketExpired' | 'PasskeyRefused'>(
  deps: Deps,
  userId: string,
  wish: { readonly remember: boolean; readonly phone: string; readonly client: Client },
  proof: readonly D1PreparedStatement[],
  now: number,
  spentElsewhere: C,
): Promise<Result<Entered, { readonly code: C } | Refusal<'AccountSuspended'>>> {
  const customer = await findCustomer(deps.db, userId);
  if (customer === null) throw new Error('A factor belongs to a customer');
  if (customer.status === 'suspended') return err({ code: 'AccountSuspended' });
  if (await isClosingDue(deps.db, userId, now)) return err({ code: spentElsewhere });
  try {
    return ok(await enter(deps, { ...wish, profile: customer.profile }, proof, now));
  } catch (error) {
    if (wasSpentElsewhere(error)) return err({ code: spentElsewhere });
    throw error;
  }
}

export function asOptions(options: { readonly challenge: string }): PasskeyOptions {
  return { options: { ...options } };
}
