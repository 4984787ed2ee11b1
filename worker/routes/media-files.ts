// GET and HEAD /images/:name and /videos/:name: uploaded files, from the bucket. The address is of the content, so an answer
// never changes, but an operator may hide or delete it or take it off its card: a copy is good for an hour and is then asked
// about (usually 304). It is never taken for a page, a script or anything else than what it is.

import { type Context, Hono } from 'hono';
import { optionalSession, sessionIfAny } from '../auth/guards.ts';
import { may } from '../domain/operator-roles.ts';
import { byteRange } from '../http/byte-range.ts';
import type { AppEnv } from '../http/hono.ts';
import { depsFrom } from '../services/deps.ts';
import { findMediaFile, isMediaThere, type MediaFile, mediaBytes } from '../services/media-files.ts';

const AN_HOUR = 'public, max-age=3600, must-revalidate';
/** Opened by itself, a file runs nothing, fetches nothing and is framed nowhere. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

export const mediaFiles = new Hono<AppEnv>()
  .on(['GET', 'HEAD'], '/images/:name', async (c) => answer(c, 'images'))
  .on(['GET', 'HEAD'], '/videos/:name', async (c) => answer(c, 'videos'));

async function answer(c: Context<AppEnv>, folder: 'images' | 'videos'): Promise<Response> {
  const deps = depsFrom(c);
  const file = await findMediaFile(deps, folder, c.req.param('name') ?? '');
  if (file === null || (file.isHidden && !(await maySeeHidden(c)))) return missing();
  const headers = new Headers({
    'Content-Type': file.type,
    'Content-Security-Policy': SANDBOX,
    'Cache-Control': file.isHidden ? 'private, no-store' : AN_HOUR,
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  });
  if (isKnown(c.req.header('If-None-Match'), file.etag)) return new Response(null, { status: 304, headers });
  if (c.req.method === 'HEAD') {
    if (!(await isMediaThere(deps, file))) return missing();
    headers.set('Content-Length', String(file.length));
    return new Response(null, { headers });
  }
  const range = askedRange(c, file);
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${file.length}`);
    headers.set('Cache-Control', 'no-store');
    return new Response(null, { status: 416, headers });
  }
  const body = await mediaBytes(deps, file, range ?? undefined);
  if (body === null) return missing();
  const { first, last } = range ?? { first: 0, last: file.length - 1 };
  if (range !== null) headers.set('Content-Range', `bytes ${first}-${last}/${file.length}`);
  headers.set('Content-Length', String(last - first + 1));
  return new Response(body, { status: range === null ? 200 : 206, headers });
}

/** A range of a changed file would not match the other ranges (no file here changes). */
function askedRange(c: Context<AppEnv>, file: MediaFile): ReturnType<typeof byteRange> {
  const ifRange = c.req.header('If-Range');
  if (ifRange !== undefined && ifRange !== file.etag) return null;
  return byteRange(c.req.header('Range') ?? null, file.length);
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}

async function maySeeHidden(c: Context<AppEnv>): Promise<boolean> {
  await optionalSession(c, async () => undefined);
  const session = sessionIfAny(c);
  return session !== null && may(session, 'images.read');
}

function missing(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
