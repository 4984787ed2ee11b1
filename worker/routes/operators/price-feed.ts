// /api/admin/price-feed: where prices come from, for operators; asking the sources now; pausing and resuming quotes.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import { BulletinDecision, type HeldBulletins } from '../../contract/operators/bulletins.ts';
import {
  type FeedRefreshed,
  type FeedReport,
  PauseRequest,
  ResumeRequest,
} from '../../contract/operators/price-feed.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { decideBulletin, heldBulletins } from '../../services/operators/bulletins.ts';
import { pauseFeed, refreshFeed, resumeFeed } from '../../services/operators/price-feed.ts';

export const priceFeed = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('feed.read'), async (c) =>
    c.json((await depsFrom(c).hub.feedReport()) satisfies FeedReport, 200),
  )
  .post('/refresh', requireAdminChange('feed.change'), async (c) => {
    const refreshed = await refreshFeed(depsFrom(c), operatorOf(c));
    return c.json(refreshed satisfies FeedRefreshed, 200);
  })
  .post('/pause', requireAdminChange('feed.change'), jsonBody(PauseRequest), async (c) => {
    const report = await pauseFeed(depsFrom(c), c.req.valid('json').reason, operatorOf(c));
    return c.json(report satisfies FeedReport, 200);
  })
  .post('/resume', requireAdminChange('feed.change'), jsonBody(ResumeRequest), async (c) => {
    const resumed = await resumeFeed(depsFrom(c), c.req.valid('json').pauseId, operatorOf(c));
    return resumed.ok ? c.json(resumed.value satisfies FeedReport, 200) : problem(c, resumed.error);
  })
  .get('/bulletins', requireAdmin('feed.read'), async (c) =>
    c.json((await heldBulletins(depsFrom(c))) satisfies HeldBulletins, 200),
  )
  .post('/bulletins/:day', requireAdminChange('feed.change'), jsonBody(BulletinDecision), async (c) => {
    const asked = [c.req.param('day'), c.req.valid('json')] as const;
    const decided = await decideBulletin(depsFrom(c), ...asked, operatorOf(c));
    return decided.ok ? c.json(decided.value satisfies HeldBulletins, 200) : problem(c, decided.error);
  });
