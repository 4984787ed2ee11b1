// GET /api/card-images and /api/videos: what operators have put on the site's cards and pages, for everybody.

import { Hono } from 'hono';
import {
  type SiteCardImages,
  SiteCardImagesQuery,
  type SiteVideos,
  SiteVideosQuery,
} from '../contract/operators/media.ts';
import type { AppEnv } from '../http/hono.ts';
import { query } from '../http/validate.ts';
import { siteCardImages } from '../services/operators/card-images.ts';
import { depsFrom } from '../services/deps.ts';
import { siteVideos } from '../services/operators/videos.ts';

/** An operator's change is seen by the next visitor: the list is asked for each time, the files in it never again. */
const ASK = 'no-cache';

export const cardImages = new Hono<AppEnv>().get('/', query(SiteCardImagesQuery), async (c) => {
  const shown = await siteCardImages(depsFrom(c), c.req.valid('query'));
  c.header('Cache-Control', ASK);
  return c.json(shown satisfies SiteCardImages, 200);
});

export const videos = new Hono<AppEnv>().get('/', query(SiteVideosQuery), async (c) => {
  const shown = await siteVideos(depsFrom(c), c.req.valid('query'));
  c.header('Cache-Control', ASK);
  return c.json(shown satisfies SiteVideos, 200);
});
