// Each refused call is a line of the Worker's log: a guard, a limit, a form that does not fit, a wrong password, also of an e-mail
// that nobody has. It says what was refused to whom, and nothing that was sent: no query, no body, no address, no e-mail. The
// request id leads to the platform's own record of the request.

import type { MiddlewareHandler } from 'hono';
import { iso } from '../domain/time.ts';
import type { AppEnv, SessionContext } from './hono.ts';

export const refusalLog: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const code = c.get('refused') as string | undefined;
  if (code === undefined || c.res.status >= 500) return;
  const session = c.get('session') as SessionContext | undefined;
  console.warn(
    JSON.stringify({
      event: 'refused',
      at: iso(Date.now()),
      requestId: c.get('requestId'),
      code,
      status: c.res.status,
      method: c.req.method,
      path: c.req.path,
      userId: session?.userId ?? null,
    }),
  );
};
