// The build's fingerprinted files, public. The platform compresses them on their way.

import { Hono } from 'hono';
import { inRange } from '../http/byte-range.ts';
import type { AppEnv } from '../http/hono.ts';

const VIDEO = /\.(?:mp4|webm)$/u;

export const assets = new Hono<AppEnv>().on(['GET', 'HEAD'], '/assets/:name', async (c) => {
  const file = found(await c.env.ASSETS.fetch(c.req.raw));
  return VIDEO.test(c.req.param('name')) ? inRange(c.req.raw, file) : file;
});

/** A missing file is not a page: nothing that looks like one may come back under a script's address. */
function found(response: Response): Response {
  if (response.ok || response.status === 304) return new Response(response.body, response);
  return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
