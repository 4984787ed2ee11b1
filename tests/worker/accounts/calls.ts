// What a browser does with our answers: sends requests from our own page and keeps the cookies.

import { checkFile } from '../../../web/features/site/verify/check.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import { env, exports } from 'cloudflare:workers';
import { cookieHeader, jsonHeaders, ORIGIN } from '../../support/customers.ts';

export type Headers = Readonly<Record<string, string>>;

export function call(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
}

export function post(path: string, body: unknown, headers: Headers = {}): Promise<Response> {
  return call(path, {
    method: 'POST',
    headers: { ...jsonHeaders(), ...headers },
    body: JSON.stringify(body),
  });
}

/** The cookies an answer sets, by name: value and attributes. */
export function setCookies(reply: Response): Map<string, { value: string; attributes: string[] }> {
  return new Map(
    reply.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes }];
    }),
  );
}

/** The `Cookie` header a browser would send after this answer. */
export function cookieAfter(reply: Response): string {
  return [...setCookies(reply)].map(([name, { value }]) => `${name}=${value}`).join('; ');
}

type Problem = {
  status: number;
  code: string;
  detail: string;
  errors?: { field: string; code: string; message: string }[];
};

export async function problemOf(reply: Response): Promise<Problem> {
  return (await reply.json()) as Problem;
}

/** Sends a refresh token as the browser's only cookie. */
export function refresh(token: string): Promise<Response> {
  const headers = { ...jsonHeaders(), Cookie: cookieHeader({ refresh: token }) };
  return call('/api/auth/refresh', { method: 'POST', headers });
}

/** What GET /api/auth/session says to a browser with these cookies. */
export async function currentSession(cookie: string) {
  const reply = await call('/api/auth/session', { headers: { Cookie: cookie } });
  return (await reply.json()) as {
    session: { expiresAt: string; expiresIn: number } | null;
    profile: { id: string } | null;
  };
}

/** The row that decides whether a session is live. */
export function sessionRow(id: string) {
  return env.DB.prepare('SELECT ended_at, end_reason, last_seen_at, expires_at FROM sessions WHERE id = ?')
    .bind(id)
    .first();
}

/** What the page /verify would say of a complete copy: the verdict, what it is, and whose. */
export async function verdictOn(copy: Uint8Array<ArrayBuffer>): Promise<readonly unknown[]> {
  const found = await checkFile(new Blob([copy]), publicKeys(env));
  return found.verdict === 'genuine'
    ? [found.verdict, found.signed.domain, found.content['account']]
    : [found.verdict];
}
