// GET /api/storage: the days of the signed-in customer's metal that cost something; /tariff: the fee itself, the same for all.

import { Hono } from 'hono';
import { requireReader } from '../auth/guards.ts';
import { StorageQuery, type StorageReport, type StorageTariff } from '../contract/storage.ts';
import type { AppEnv } from '../http/hono.ts';
import { query } from '../http/validate.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { storageReport, storageTariff } from '../services/storage.ts';

export const storage = new Hono<AppEnv>()
  .get('/tariff', async (c) => {
    const tariff = await storageTariff(depsFrom(c));
    c.header('Cache-Control', 'public, max-age=60');
    return c.json(tariff satisfies StorageTariff, 200);
  })
  .get('/', requireReader, query(StorageQuery), async (c) => {
    const report = await storageReport(readingDepsFrom(c), c.var.reader.userId, c.req.valid('query').month);
    c.header('Cache-Control', 'no-store');
    return c.json(report satisfies StorageReport, 200);
  });
