// The two session cookies (P17) and the one that tells a customer's own devices from others: HttpOnly,
// SameSite=Lax, Secure, with the __Host- prefix, which a subdomain or a plain-http page cannot set. Plain names without Secure
// exist only so that http://localhost works: not every browser keeps a Secure cookie of it.

import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { cookieName } from '../domain/cookie-names.ts';
import type { AppEnv } from '../http/hono.ts';
import { DEVICE_KEPT_MS } from '../domain/session-rules.ts';

const ACCESS = 'onca_access';
const REFRESH = 'onca_refresh';
const DEVICE = 'onca_device';

export type SessionCookies = {
  readonly access: string;
  readonly accessExpiresAt: number;
  /** Absent when the browser already holds the right one. */
  readonly refresh?: string;
  readonly refreshExpiresAt: number;
  /** Otherwise both cookies end with the browser. */
  readonly remembered: boolean;
  /** The device's own secret, written at sign-in; it outlives the session and grants nothing. */
  readonly device?: string;
};

export function readAccessCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c, ACCESS));
}

export function readRefreshCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c, REFRESH));
}

export function readDeviceCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c, DEVICE));
}

export function writeSessionCookies(c: Context<AppEnv>, cookies: SessionCookies, now: number): void {
  const options = (expiresAt: number): CookieOptions => ({
    ...baseOptions(c),
    ...(cookies.remembered ? { maxAge: Math.max(1, Math.floor((expiresAt - now) / 1000)) } : {}),
  });
  setCookie(c, nameOf(c, ACCESS), cookies.access, options(cookies.accessExpiresAt));
  if (cookies.device !== undefined) {
    setCookie(c, nameOf(c, DEVICE), cookies.device, { ...baseOptions(c), maxAge: DEVICE_KEPT_MS / 1000 });
  }
  if (cookies.refresh === undefined) return;
  setCookie(c, nameOf(c, REFRESH), cookies.refresh, options(cookies.refreshExpiresAt));
}

export function clearSessionCookies(c: Context<AppEnv>): void {
  for (const name of [ACCESS, REFRESH]) setCookie(c, nameOf(c, name), '', { ...baseOptions(c), maxAge: 0 });
}

function baseOptions(c: Context<AppEnv>): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(c) };
}

/** The cookie names of a request to `url`, as tests and tools need them. */
export function cookieNames(url: string): { access: string; refresh: string; device: string } {
  const secure = new URL(url).protocol === 'https:';
  return {
    access: cookieName(ACCESS, secure),
    refresh: cookieName(REFRESH, secure),
    device: cookieName(DEVICE, secure),
  };
}

function nameOf(c: Context<AppEnv>, name: string): string {
  return cookieName(name, isSecure(c));
}

function isSecure(c: Context<AppEnv>): boolean {
  return c.env.ENVIRONMENT !== 'local' || new URL(c.req.url).protocol === 'https:';
}
