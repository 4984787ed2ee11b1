// /api/admin/card-images: which card shows which image.

import { Hono } from 'hono';
import { operatorOf, requireAdmin, requireAdminChange } from '../../auth/operators.ts';
import {
  type CardImage,
  type CardImageList,
  CardImagesQuery,
  CardImageSwitch,
  type CardsWithImage,
  NewCardImage,
} from '../../contract/operators/media.ts';
import type { AppEnv } from '../../http/hono.ts';
import { noStore } from '../../http/no-store.ts';
import { problem } from '../../http/problem.ts';
import { jsonBody, query } from '../../http/validate.ts';
import {
  associateImage,
  cardsWithImage,
  pageOfCardImages,
  removeCardImage,
  switchCardImage,
} from '../../services/operators/card-images.ts';
import { depsFrom } from '../../services/deps.ts';

export const cardImages = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireAdmin('images.read'), query(CardImagesQuery), async (c) => {
    const list = await pageOfCardImages(depsFrom(c), c.req.valid('query'));
    return c.json(list satisfies CardImageList, 200);
  })
  .get('/cards', requireAdmin('images.read'), async (c) => {
    const cards = await cardsWithImage(depsFrom(c));
    return c.json(cards satisfies CardsWithImage, 200);
  })
  .post('/', requireAdminChange('images.change'), jsonBody(NewCardImage), async (c) => {
    const associated = await associateImage(depsFrom(c), operatorOf(c), c.req.valid('json'));
    return associated.ok ? c.json(associated.value satisfies CardImage, 201) : problem(c, associated.error);
  })
  .patch('/:id', requireAdminChange('images.change'), jsonBody(CardImageSwitch), async (c) => {
    const command = { id: c.req.param('id'), isActive: c.req.valid('json').isActive };
    const switched = await switchCardImage(depsFrom(c), operatorOf(c), command);
    return switched.ok ? c.json(switched.value satisfies CardImage, 200) : problem(c, switched.error);
  })
  .delete('/:id', requireAdminChange('images.change'), async (c) => {
    const removed = await removeCardImage(depsFrom(c), operatorOf(c), c.req.param('id'));
    return removed.ok ? c.body(null, 204) : problem(c, removed.error);
  });
