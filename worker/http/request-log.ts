// One id per request, on every line of the log and in every problem, so that support can find what a customer saw; and a line for each
// call that changes something, is refused or fails. Such a line says what was asked of which route by whom, and nothing that was sent:
// no query, no body, no address, no e-mail. Every request is counted and timed. The id leads to the platform's own record of it.

import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { requestClassOf } from '../domain/request-classes.ts';
import { iso } from '../domain/time.ts';
import { inRequest, logLine } from '../telemetry/log.ts';
import { count, handOn, observe } from '../telemetry/meter.ts';
import type { ProblemCode } from '../contract/problems.ts';
import type { AppEnv, SessionContext } from './hono.ts';

/** As the edge writes them. Whoever reaches the Worker past it chooses no id. */
const RAY = /^[0-9a-f]{16}(?:-[A-Z]{3})?$/u;

export const requestLog: MiddlewareHandler<AppEnv> = async (c, next) => {
  const began = Date.now();
  const ray = c.req.header('CF-Ray');
  const id = ray !== undefined && RAY.test(ray) ? ray : crypto.randomUUID();
  c.set('requestId', id);
  await inRequest(id, async () => {
    await next();
    note(c, began);
  });
  if (c.res.status !== 101) c.res.headers.set('X-Request-Id', id);
};

function note(c: Context<AppEnv>, began: number): void {
  const now = Date.now();
  const { status } = c.res;
  const { method } = c.req;
  const route = routePath(c);
  const kind = requestClassOf(route);
  const code = c.get('refused') as ProblemCode | undefined;
  count('onca_requests', { class: kind, status: `${Math.floor(status / 100)}xx` as '2xx' });
  observe('onca_request_seconds', { class: kind }, (now - began) / 1000);
  if (code !== undefined) count('onca_refusals', { code });
  const isChange = method !== 'GET' && method !== 'HEAD';
  // What is thrown has its line where it is caught (app.ts).
  if (c.error === undefined && (code !== undefined || isChange)) {
    const session = c.get('session') as SessionContext | undefined;
    logLine(code === undefined ? 'info' : 'warn', code === undefined ? 'answered' : 'refused', {
      at: iso(now),
      ...(code === undefined ? {} : { code }),
      status,
      method,
      route,
      ms: now - began,
      userId: session?.userId ?? null,
    });
  }
  handOn(c.env, () => c.executionCtx, now);
}
