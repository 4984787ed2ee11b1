// Turns a refusal into application/problem+json (RFC 9457). Never echoes a rejected value, a stack or SQL.

import type { Context } from 'hono';
import { PROBLEMS, type Refusal } from '../contract/problems.ts';

export function problem(c: Context, refusal: Refusal): Response {
  const { code, detail, ...data } = refusal;
  c.set('refused', code);
  const entry: { status: number; title: string; detail: string } = PROBLEMS[code];
  const body = {
    type: 'about:blank',
    title: entry.title,
    status: entry.status,
    code,
    detail: detail ?? entry.detail,
    ...data,
    requestId: c.get('requestId') as string,
  };
  const headers = new Headers({
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  });
  const asked = 'retryAfterSeconds' in refusal ? refusal.retryAfterSeconds : undefined;
  const retryAfter = asked ?? (entry.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  return c.body(JSON.stringify(body), { status: entry.status as 400, headers });
}
