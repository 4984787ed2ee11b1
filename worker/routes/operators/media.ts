// /api/admin/media: the library of images. A file comes as the raw body; what it is, its bytes say.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  MediaChange,
  type MediaImage,
  type MediaList,
  MediaQuery,
  type MediaUploaded,
  UploadQuery,
} from '../../contract/operators/media.ts';
import { IMAGE_MAX_BYTES } from '../../domain/media.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { jsonBody, query } from '../../http/validate.ts';
import { depsFrom } from '../../services/deps.ts';
import { changeImage, deleteImage, pageOfMedia, uploadImage } from '../../services/operators/media.ts';

export const media = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('images.read'), query(MediaQuery), async (c) => {
    const list = await pageOfMedia(depsFrom(c), c.req.valid('query'));
    return c.json(list satisfies MediaList, 200);
  })
  .post('/', requireAdminChange('images.change'), query(UploadQuery), async (c) => {
    const bytes = await readBytes(c.req.raw, IMAGE_MAX_BYTES);
    if (bytes === null) return problem(c, { code: 'ImageTooLarge' });
    const by = operatorOf(c);
    const uploaded = await uploadImage(depsFrom(c), by, { ...c.req.valid('query'), bytes });
    if (!uploaded.ok) return problem(c, uploaded.error);
    return c.json(uploaded.value satisfies MediaUploaded, uploaded.value.isNew ? 201 : 200);
  })
  .patch('/:id', requireAdminChange('images.change'), jsonBody(MediaChange), async (c) => {
    const command = { id: c.req.param('id'), change: c.req.valid('json') };
    const changed = await changeImage(depsFrom(c), operatorOf(c), command);
    return changed.ok ? c.json(changed.value satisfies MediaImage, 200) : problem(c, changed.error);
  })
  .delete('/:id', requireAdminChange('images.change'), async (c) => {
    const deleted = await deleteImage(depsFrom(c), operatorOf(c), c.req.param('id'));
    return deleted.ok ? c.body(null, 204) : problem(c, deleted.error);
  });
