// /api/admin/videos: the videos of the site. A file comes as the raw body; what it is, its bytes say.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type Video,
  VideoChange,
  type VideoList,
  VideosQuery,
  type VideoUploaded,
  VideoUploadQuery,
} from '../../contract/operators/media.ts';
import { VIDEO_MAX_BYTES } from '../../domain/media.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { changeVideo, pageOfVideos, removeVideo, uploadVideo } from '../../services/operators/videos.ts';

export const videos = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('images.read'), query(VideosQuery), async (c) => {
    const list = await pageOfVideos(depsFrom(c), c.req.valid('query'));
    return c.json(list satisfies VideoList, 200);
  })
  .post('/', requireAdminChange('images.change'), query(VideoUploadQuery), async (c) => {
    const bytes = await readBytes(c.req.raw, VIDEO_MAX_BYTES);
    if (bytes === null) return problem(c, { code: 'VideoTooLarge' });
    const by = operatorOf(c);
    const uploaded = await uploadVideo(depsFrom(c), by, { query: c.req.valid('query'), bytes });
    if (!uploaded.ok) return problem(c, uploaded.error);
    return c.json(uploaded.value satisfies VideoUploaded, uploaded.value.isNew ? 201 : 200);
  })
  .patch('/:id', requireAdminChange('images.change'), jsonBody(VideoChange), async (c) => {
    const command = { id: c.req.param('id'), change: c.req.valid('json') };
    const changed = await changeVideo(depsFrom(c), operatorOf(c), command);
    return changed.ok ? c.json(changed.value satisfies Video, 200) : problem(c, changed.error);
  })
  .delete('/:id', requireAdminChange('images.change'), async (c) => {
    const removed = await removeVideo(depsFrom(c), operatorOf(c), c.req.param('id'));
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  });
