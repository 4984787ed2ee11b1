// How a bank's Pix API is reached: with a client certificate, a token for an hour, and a limit on everything. What comes back is an answer
// that was read whole, or an error that says what was wrong with it and never what was in it: that is about people.

import { readReply, RefusalReply, TokenReply } from '../../contract/pix-api.ts';
import { isSoundSecret } from '../../domain/secret-values.ts';
import { parseStrictJson } from '../../domain/strict-json.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import { cappedText } from '../../providers/feed.ts';
import { answerWithin } from '../answer-within.ts';

export const PIX_API = 'pix-api';
/** For a call and, where it needs one, its token. */
const TIMEOUT_MS = 8_000;

export type PixApi = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The keys of the house's account: one that is paid, one that pays; the bank tells each one's callbacks to its own address. */
  readonly receivingKey: string;
  readonly payingKey: string;
  readonly callbackToken: string;
  /** Calls with the client certificate: the binding of an mTLS certificate. */
  readonly certificate: Pick<Fetcher, 'fetch'>;
  readonly timeoutMs: number;
};

/** The settings of the Pix API; commands/settings.ts describes each. The binding is there once its certificate is uploaded. */
export type PixApiVars = {
  readonly [
    Name in
      | 'PIX_API_URL'
      | 'PIX_API_CLIENT_ID'
      | 'PIX_API_CLIENT_SECRET'
      | 'PIX_API_RECEIVING_KEY'
      | 'PIX_API_PAYING_KEY'
      | 'PIX_API_CALLBACK_TOKEN'
  ]?: string;
} & { readonly PIX_API_CERTIFICATE?: Pick<Fetcher, 'fetch'> };

/** Null unless all of it is set: half of it reaches no bank. */
export function pixApiOf(vars: PixApiVars): PixApi | null {
  const certificate = vars.PIX_API_CERTIFICATE;
  const url = (vars.PIX_API_URL ?? '').replace(/\/+$/u, '');
  const callbackToken = vars.PIX_API_CALLBACK_TOKEN ?? '';
  const texts = {
    clientId: vars.PIX_API_CLIENT_ID ?? '',
    clientSecret: vars.PIX_API_CLIENT_SECRET ?? '',
    receivingKey: vars.PIX_API_RECEIVING_KEY ?? '',
    payingKey: vars.PIX_API_PAYING_KEY ?? '',
  };
  const isWhole = url !== '' && Object.values(texts).every((text) => text !== '');
  if (certificate === undefined || !isWhole || !isSoundSecret(callbackToken)) return null;
  return { ...texts, url, callbackToken, certificate, timeoutMs: TIMEOUT_MS };
}

/** What the bank says of a call that it understood: done, or refused with a code. */
export type Answer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly code: string };

const DONE: ReadonlySet<number> = new Set([200, 201]);
/** What the bank says no to. Any other status says nothing about what was asked. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** The documented words, the central bank's and Efí's, for what the bank does not have, by what was asked about. */
const UNKNOWN = {
  charge: new Set(['CobNaoEncontrado', 'cobranca_nao_encontrada']),
  refund: new Set([
    'PixDevolucaoNaoEncontrada',
    'devolucao_nao_encontrada',
    'PixNaoEncontrado',
    'pix_nao_encontrado',
  ]),
  received: new Set(['PixNaoEncontrado', 'pix_nao_encontrado']),
  sent: new Set(['PixEnviadoNaoEncontrado', 'PixNaoEncontrado', 'pix_nao_encontrado']),
} as const;

/**
 * Whether the bank answers that it does not have what was asked for. The API's status is 404; Efí sometimes sends 400. What is missing may
 * be something else, an account or a key, so only the code for the very thing counts.
 */
export function isUnknown(answer: Answer, what: keyof typeof UNKNOWN): boolean {
  return !answer.ok && (answer.status === 404 || answer.status === 400) && UNKNOWN[what].has(answer.code);
}

/** Throws for every answer that is not one of the bank's, or comes too late. The call may have arrived all the same. */
export async function ask(api: PixApi, method: 'GET' | 'PUT', path: string, body?: unknown): Promise<Answer> {
  const abort = new AbortController();
  try {
    return await answerWithin(api.timeoutMs, askWithToken(api, method, path, body, abort.signal));
  } finally {
    abort.abort();
  }
}

async function askWithToken(
  api: PixApi,
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Answer> {
  const attempt = async () => {
    const headers = {
      Authorization: `Bearer ${await tokenOf(api, signal)}`,
      'Content-Type': 'application/json',
    };
    return call(api, path, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const first = await attempt();
  if (first.status !== 401) return answerOf(first);
  // The bank took the token back before its time. Every call has a key of its own, so a second one asks for the same.
  tokens.delete(tokenKey(api));
  return answerOf(await attempt());
}

function answerOf({ status, body }: Reply): Answer {
  if (DONE.has(status)) return { ok: true, body };
  const code = REFUSED.has(status) ? readReply(RefusalReply, body) : null;
  if (code === null) throw new Error(`the bank answered ${status}`);
  return { ok: false, status, code };
}

type Token = { readonly value: string; readonly until: number };

/** Of this isolate, by address and client. */
const tokens = new Map<string, Token>();
const tokenKey = ({ url, clientId }: PixApi) => `${url} ${clientId}`;

async function tokenOf(api: PixApi, signal: AbortSignal): Promise<string> {
  const known = tokens.get(tokenKey(api));
  const now = Date.now();
  if (known !== undefined && known.until > now) return known.value;
  const reply = await call(api, '/oauth/token', {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${api.clientId}:${api.clientSecret}`)}`,
      'Content-Type': 'application/json',
    },
    body: '{"grant_type":"client_credentials"}',
    signal,
  });
  const token = DONE.has(reply.status) ? readReply(TokenReply, reply.body) : null;
  if (token === null) throw new Error(`the bank gave no token, but ${reply.status}`);
  const lastsMs = Math.min(token.expires_in * 1000, HOUR_MS) - MINUTE_MS;
  tokens.set(tokenKey(api), { value: token.access_token, until: now + lastsMs });
  return token.access_token;
}

type Reply = { readonly status: number; readonly body: unknown };

/** One request, whose answer is JSON of one reading and no longer than a feed's. */
async function call(api: PixApi, path: string, init: RequestInit): Promise<Reply> {
  const response = await api.certificate.fetch(`${api.url}${path}`, { ...init, redirect: 'manual' });
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isJson = type === 'application/json' || type.endsWith('+json');
  if ((response.status >= 300 && response.status < 400) || !isJson) {
    await response.body?.cancel();
    throw new Error(`the bank answered ${response.status} and no JSON`);
  }
  const text = await cappedText(response);
  if (!text.ok) throw new Error(`the bank's answer is ${text.error}`);
  try {
    return { status: response.status, body: parseStrictJson(text.value) };
  } catch {
    throw new Error(`the bank answered ${response.status} and no sound JSON`);
  }
}
