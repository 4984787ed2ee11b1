// A customer's own settings: signed-in customers only.

import { Hono } from 'hono';
import { requireReader, requireSession } from '../auth/guards.ts';
import { Settings, SettingsChange } from '../contract/settings.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { readSettings, saveSettings } from '../services/settings.ts';

export const settings = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, async (c) =>
    c.json(await readSettings(readingDepsFrom(c), c.var.reader.userId), 200),
  )
  .use(requireSession)
  .put('/', jsonBody(Settings), async (c) => {
    const saved = await saveSettings(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return saved.ok ? c.json(saved.value, 200) : problem(c, saved.error);
  })
  .patch('/', jsonBody(SettingsChange), async (c) => {
    const saved = await saveSettings(depsFrom(c), c.var.session.userId, c.req.valid('json'));
    return saved.ok ? c.json(saved.value, 200) : problem(c, saved.error);
  });
