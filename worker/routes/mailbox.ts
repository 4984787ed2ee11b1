// /dev/mailbox: what the local transport accepted, for developers and tests. Public, but only where
// ENVIRONMENT is `local`; elsewhere these addresses are unknown.

import { type Context, Hono } from 'hono';
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { readMail, readMailbox } from '../services/read-mailbox.ts';
import { locally, NOTHING_RUNS } from './local-page.ts';
import { type Chosen, mailboxPage } from './mailbox-page.ts';
import { localisedPath, splitLocale } from './page-address.ts';

const HOME = '/dev/mailbox';
const RECIPIENT_MAX_CHARACTERS = 254;
/** A message as a mail program shows it: styles only, and links open in the top window. */
const BODY_POLICY = `${NOTHING_RUNS}; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation`;

type Answer = (c: Context<AppEnv>, id: string) => Promise<Response>;

function recipientOf(c: Context<AppEnv>): string {
  return (c.req.query('to') ?? '').slice(0, RECIPIENT_MAX_CHARACTERS);
}

const page: Answer = async (c, id) => {
  const deps = depsFrom(c);
  const to = recipientOf(c);
  const [mails, mail] = await Promise.all([readMailbox(deps, to), id === '' ? null : readMail(deps, id)]);
  const view = c.req.query('view') === 'text' ? 'text' : 'html';
  const chosen: Chosen = id === '' ? 'none' : mail === null ? 'gone' : { mail, view };
  const nonce = crypto.randomUUID();
  c.header(
    'Content-Security-Policy',
    `${NOTHING_RUNS}; style-src 'nonce-${nonce}'; img-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'`,
  );
  const { locale } = splitLocale(new URL(c.req.url).pathname);
  const home = localisedPath(locale, HOME);
  return c.html(mailboxPage({ locale, home, nonce, to, mails, chosen }), chosen === 'gone' ? 404 : 200);
};

const list: Answer = async (c) => c.json({ messages: await readMailbox(depsFrom(c), recipientOf(c)) }, 200);

const message: Answer = async (c, id) => {
  const mail = await readMail(depsFrom(c), id);
  return mail === null ? c.notFound() : c.json(mail, 200);
};

const body: Answer = async (c, id) => {
  const mail = await readMail(depsFrom(c), id);
  if (mail === null) return c.notFound();
  c.header('Content-Security-Policy', BODY_POLICY);
  return c.html(mail.html.replace('<head>', '<head><base target="_top" />'), 200);
};

export const mailbox = new Hono<AppEnv>()
  .on('GET', [HOME, `/en${HOME}`], locally(page))
  .on('GET', [`${HOME}/:id`, `/en${HOME}/:id`], locally(page))
  .get('/dev/mailbox.json', locally(list))
  .get('/dev/mailbox/:id/json', locally(message))
  .get('/dev/mailbox/:id/body', locally(body));
