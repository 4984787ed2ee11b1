// A customer with second factors, made through the routes.

import { env } from 'cloudflare:workers';
import { Secret, TOTP } from 'otpauth';
import type { FactorsChanged, PasskeyOptions, TotpSetup } from '../../../worker/contract/factors.ts';
import { type StepUpMethod, TOTP_PERIOD_MS } from '../../../worker/domain/factors.ts';
import { Authenticator } from '../../support/authenticator.ts';
import {
  createCustomer,
  CUSTOMER_PASSWORD,
  type Customer,
  type CustomerOptions,
  freshAddress,
} from '../../support/customers.ts';
import { call, cookieAfter, post } from '../accounts/calls.ts';

export type Person = Pick<Customer, 'userId' | 'email' | 'sessionId' | 'headers'>;

/** An app that shows codes of a key. `ahead` steps from now: each code works once, so a test walks forward. */
export function codeOf(key: string, ahead = 0): string {
  const timestamp = Date.now() + ahead * TOTP_PERIOD_MS;
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp });
}

export const send = (who: Person, method: string, path: string, body?: unknown): Promise<Response> =>
  call(path, {
    method,
    headers: { ...who.headers, 'CF-Connecting-IP': freshAddress() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Proves again who one is; like a browser, whoever succeeds goes on with the new tokens. */
export async function prove(who: Person, body: object): Promise<Response> {
  const reply = await send(who, 'POST', '/api/auth/step-up', body);
  if (reply.ok) Object.assign(who.headers, { Cookie: cookieAfter(reply) });
  return reply;
}

/** As if the customer had just proved again who they are. */
export const stepUpNow = (who: Person, at = Date.now(), by: StepUpMethod = 'totp') =>
  env.DB.prepare('UPDATE sessions SET stepped_up_at = ?, stepped_up_by = ? WHERE id = ?')
    .bind(at, by, who.sessionId)
    .run();

export const forgetStepUp = (who: Person) =>
  env.DB.prepare('UPDATE sessions SET stepped_up_at = NULL, stepped_up_by = NULL WHERE id = ?')
    .bind(who.sessionId)
    .run();

/** As if the last code had been used long ago. */
export const forgetLastStep = (who: Person) =>
  env.DB.prepare('UPDATE totp_factors SET last_step = 0 WHERE user_id = ?').bind(who.userId).run();

export type WithApp = Customer & { readonly key: string; readonly codes: readonly string[] };

export async function customerWithApp(options: CustomerOptions = {}): Promise<WithApp> {
  const customer = await createCustomer(env, { ...options, factor: false });
  return { ...customer, ...(await addApp(customer)) };
}

export async function addApp(customer: Person): Promise<{ key: string; codes: readonly string[] }> {
  await stepUpNow(customer);
  const setup = await (await send(customer, 'POST', '/api/auth/factors/totp')).json<TotpSetup>();
  const confirmed = await send(customer, 'POST', '/api/auth/factors/totp/confirm', {
    setup: setup.setup,
    code: codeOf(setup.key),
  });
  if (confirmed.status !== 201) throw new Error(`not confirmed: ${await confirmed.text()}`);
  const { recoveryCodes } = await confirmed.json<FactorsChanged>();
  await Promise.all([forgetStepUp(customer), forgetLastStep(customer)]);
  return { key: setup.key, codes: recoveryCodes ?? [] };
}

export type WithPasskey = Customer & { readonly device: Authenticator; readonly codes: readonly string[] };

export async function customerWithPasskey(options: CustomerOptions = {}): Promise<WithPasskey> {
  const customer = await createCustomer(env, { ...options, factor: false });
  const { device, reply } = await addPasskey(customer);
  const { recoveryCodes } = await reply.json<FactorsChanged>();
  return { ...customer, device, codes: recoveryCodes ?? [] };
}

export async function addPasskey(customer: Person, name = 'Notebook') {
  await stepUpNow(customer);
  const device = await Authenticator.make();
  const options = await (
    await send(customer, 'POST', '/api/auth/factors/passkeys/options')
  ).json<PasskeyOptions>();
  const response = await device.create(options);
  const reply = await send(customer, 'POST', '/api/auth/factors/passkeys', { name, response });
  await forgetStepUp(customer);
  return { device, reply };
}

/** The first step of a sign-in: the ticket. */
export async function ticketOf({ email }: Pick<Customer, 'email'>, more: object = {}): Promise<string> {
  const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD, ...more });
  const { secondFactor } = await reply.json<{ secondFactor: { ticket: string } }>();
  return secondFactor.ticket;
}

export const secondStep = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  post('/api/auth/second-factor', body, headers);
