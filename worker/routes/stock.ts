// GET /api/stock: what the vault can sell, for the ticket and the pages of the metals.

import { Hono } from 'hono';
import type { Stock } from '../contract/stock.ts';
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { stockForSale } from '../services/stock.ts';

/** A row that every trade moves: as fresh as a ticket needs it. */
const CACHE_SECONDS = 5;

export const stock = new Hono<AppEnv>().get('/', async (c) => {
  c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`);
  return c.json((await stockForSale(depsFrom(c))) satisfies Stock, 200);
});
