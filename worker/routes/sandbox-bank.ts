// /api/dev/bank: the bank of the sandbox, for developers and tests. Public, but only where ENVIRONMENT is `local`; elsewhere these
// addresses are unknown.

import { Hono, type MiddlewareHandler } from 'hono';
import { type Bank, type BankReply, BankRequest } from '../contract/pix.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { hasBank, readBank, useBank } from '../services/sandbox-bank.ts';

const locally: MiddlewareHandler<AppEnv> = async (c, next) =>
  hasBank(c.env) ? next() : problem(c, { code: 'NotFound' });

export const sandboxBank = new Hono<AppEnv>()
  .use(noStore)
  .get('/', locally, async (c) => c.json((await readBank(depsFrom(c))) satisfies Bank, 200))
  .post('/', locally, jsonBody(BankRequest), async (c) => {
    const told = await useBank(depsFrom(c), c.req.valid('json'));
    return told.ok ? c.json(told.value satisfies BankReply, 200) : problem(c, told.error);
  });
