// Turns a refusal into application/problem+json (RFC 9457). Never echoes a rejected value, a stack or SQL.

import type { Context } from 'hono';
import type { Problem } from '../contract/problem-document.ts';
import { PROBLEMS, type ProblemCode, type Refusal } from '../contract/problems.ts';

export function problem(c: Context, refusal: Refusal): Response {
  const entry: { status: number; title: string; detail: string } =
    PROBLEMS[refusal.code satisfies ProblemCode];
  const body: Problem = {
    type: 'about:blank',
    title: entry.title,
    status: entry.status,
    code: refusal.code,
    detail: refusal.detail ?? entry.detail,
    ...(refusal.errors === undefined ? {} : { errors: [...refusal.errors] }),
    ...(refusal.opensAt === undefined ? {} : { opensAt: refusal.opensAt }),
    ...(refusal.priceCents === undefined ? {} : { priceCents: refusal.priceCents }),
    ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
    ...(refusal.pausedReason === undefined ? {} : { pausedReason: refusal.pausedReason }),
    ...(refusal.methods === undefined ? {} : { methods: [...refusal.methods] }),
    requestId: c.get('requestId') as string,
  };
  const headers = new Headers({
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  });
  const retryAfter = refusal.retryAfterSeconds ?? (entry.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  return c.body(JSON.stringify(body), { status: entry.status as 400, headers });
}
