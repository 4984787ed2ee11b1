// The build's fingerprinted files, public. Scripts and styles are sent as the build compressed them: at the
// strength a build can afford they are a seventh smaller than what is compressed while a visitor waits.

import { Hono } from 'hono';
import { inRange } from '../http/byte-range.ts';
import type { AppEnv } from '../http/hono.ts';

/** What worker/commands/build-web.mjs compresses, and the content type, which a compressed copy's name does not give. */
const PACKED: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const VIDEO = /\.(?:mp4|webm)$/u;
/** The name changes with the content, so a copy may be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export const assets = new Hono<AppEnv>().on(['GET', 'HEAD'], '/assets/:name', async (c) => {
  const name = c.req.param('name');
  const type = PACKED[/\.([a-z]+)$/u.exec(name)?.[1] ?? ''];
  if (VIDEO.test(name)) return inRange(c.req.raw, found(await c.env.ASSETS.fetch(c.req.raw)));
  if (type === undefined || !takesBrotli(c.req.raw)) return found(await c.env.ASSETS.fetch(c.req.raw));
  const packed = await c.env.ASSETS.fetch(new URL(`/assets/${name}.br`, c.req.url));
  if (!packed.ok) return found(await c.env.ASSETS.fetch(c.req.raw));
  return new Response(packed.body, {
    encodeBody: 'manual',
    headers: {
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Cache-Control': FOR_EVER,
      Vary: 'Accept-Encoding',
    },
  });
});

/** In front of the Worker, Cloudflare writes its own Accept-Encoding and keeps the visitor's aside. */
function takesBrotli(request: Request): boolean {
  const visitor = request.cf?.['clientAcceptEncoding'];
  const accepted = typeof visitor === 'string' ? visitor : (request.headers.get('Accept-Encoding') ?? '');
  return /\bbr\b/u.test(accepted);
}

/** A missing file is not a page: nothing that looks like one may come back under a script's address. */
function found(response: Response): Response {
  if (response.ok || response.status === 304) return new Response(response.body, response);
  return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
