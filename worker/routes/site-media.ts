// GET /api/card-images and /api/videos: the images and videos that operators assigned to cards and pages. Public.

import { Hono } from 'hono';
import {
  type SiteCardImages,
  SiteCardImagesQuery,
  type SiteVideos,
  SiteVideosQuery,
} from '../contract/site-media.ts';
import type { AppEnv } from '../http/hono.ts';
import { query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { shownCardImages, shownVideos } from '../services/site-media.ts';

/** An operator's change is seen by the next visitor: the list is asked for each time, the files in it never again. */
const ASK = 'no-cache';

export const siteCardImages = new Hono<AppEnv>().get('/', query(SiteCardImagesQuery), async (c) => {
  const shown = await shownCardImages(depsFrom(c), c.req.valid('query'));
  c.header('Cache-Control', ASK);
  return c.json(shown satisfies SiteCardImages, 200);
});

export const siteVideos = new Hono<AppEnv>().get('/', query(SiteVideosQuery), async (c) => {
  const shown = await shownVideos(depsFrom(c), c.req.valid('query'));
  c.header('Cache-Control', ASK);
  return c.json(shown satisfies SiteVideos, 200);
});
