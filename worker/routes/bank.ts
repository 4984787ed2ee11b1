// /dev/bank: the bank of the sandbox as a page, for a developer's machine alone. Its buttons do what POST /api/dev/bank does.

import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { BankRequest } from '../contract/pix.ts';
import { EMAIL_MAX_CHARACTERS } from '../domain/personal-details.ts';
import { isSameOrigin } from '../http/cross-site.ts';
import type { AppEnv } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { readText } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { readBank, useBank } from '../services/sandbox-bank.ts';
import { type BankPage, bankPage } from './bank-page.ts';
import { locally, NOTHING_RUNS } from './local-page.ts';
import { localisedPath, splitLocale } from './page-address.ts';

const HOME = '/dev/bank';
const FORM_MAX_BYTES = 4_096;

/** A press leads back here, so that reading the page again presses nothing. */
async function page(c: Context<AppEnv>): Promise<Response> {
  const [told, applied] = [c.req.query('told'), c.req.query('applied')];
  return show(
    c,
    c.req.query('to') ?? '',
    told === undefined || applied === undefined ? null : { told, applied },
  );
}

async function show(c: Context<AppEnv>, asked: string, outcome: BankPage['outcome']): Promise<Response> {
  const to = asked.trim().toLowerCase().slice(0, EMAIL_MAX_CHARACTERS);
  const { charges, payments } = await readBank(depsFrom(c));
  const ofCustomer = ({ email }: { readonly email: string | null }) => to === '' || email === to;
  const nonce = crypto.randomUUID();
  c.header(
    'Content-Security-Policy',
    `${NOTHING_RUNS}; style-src 'nonce-${nonce}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'`,
  );
  const { locale } = splitLocale(new URL(c.req.url).pathname);
  const bank = { charges: charges.filter(ofCustomer), payments: payments.filter(ofCustomer) };
  const home = localisedPath(locale, HOME);
  return c.html(bankPage({ locale, home, nonce, to, bank, outcome }), outcome === 'wrong' ? 422 : 200);
}

async function press(c: Context<AppEnv>): Promise<Response> {
  if (!isSameOrigin(c.req.raw)) return problem(c, { code: 'CrossSite' });
  const body = await readText(c.req.raw, FORM_MAX_BYTES);
  if (body === null) return problem(c, { code: 'PayloadTooLarge' });
  const { to = '', amount = '', ...fields } = Object.fromEntries(new URLSearchParams(body));
  const asked = v.safeParse(BankRequest, { ...fields, brlCents: centavosIn(amount) });
  const pressed = asked.success ? await useBank(depsFrom(c), asked.output) : null;
  if (pressed === null || !pressed.ok) return show(c, to, 'wrong');
  const { locale } = splitLocale(new URL(c.req.url).pathname);
  const { told, applied } = pressed.value;
  const back = new URLSearchParams({ to, told: String(told), applied: String(applied) });
  return c.redirect(`${localisedPath(locale, HOME)}?${back}`, 303);
}

/** `1.326,58` and `1326.58`; anything else is no amount. */
function centavosIn(text: string): number | undefined {
  const [, whole, cents = '00'] = /^(\d{1,3}(?:[.,]?\d{3}){0,3})(?:[.,](\d{2}))?$/u.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole.replaceAll(/\D/gu, '') + cents);
}

export const bank = new Hono<AppEnv>()
  .on('GET', [HOME, `/en${HOME}`], locally(page))
  // The pages would answer that they take no POST: there is nothing here.
  .on('POST', [HOME, `/en${HOME}`], locally(press), (c) => c.notFound());
