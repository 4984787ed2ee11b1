// An operator with images in hand: what the tests of the library and of the cards share.

import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { CardImage, MediaImage, MediaUploaded } from '../../../worker/contract/operators/media.ts';
import type { SiteCardImages } from '../../../worker/contract/site-media.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import type { Customer } from '../../support/customers.ts';
import { call } from '../accounts/calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

export const IMAGES = Object.values(IMAGE_EXAMPLES);
export const EXAMPLES = {
  png: IMAGE_EXAMPLES.png,
  jpeg: IMAGE_EXAMPLES.jpegBaseline,
  webp: IMAGE_EXAMPLES.webpLossy,
};

export async function imageDesk() {
  const operator = await makeOperator();
  const ask = asOperator(operator);
  const send = (
    bytes: BodyInit,
    filename = 'ouro.png',
    headers: Record<string, string> = {},
    by: Pick<Customer, 'headers'> = operator,
  ) =>
    call(`/api/admin/media?filename=${encodeURIComponent(filename)}`, {
      method: 'POST',
      headers: { ...by.headers, 'Content-Type': 'application/octet-stream', ...headers },
      body: bytes,
    });
  return {
    operator,
    ask,
    send,
    async uploaded(example: { base64: string }): Promise<MediaImage> {
      const reply = await send(bytesOf(example.base64));
      expect([200, 201]).toContain(reply.status);
      return ((await reply.json()) as MediaUploaded).image;
    },
    async associate(image: MediaImage, over: Record<string, unknown> = {}): Promise<CardImage> {
      const reply = await ask('/card-images', {
        method: 'POST',
        body: { mediaId: image.id, page: 'home', card: 'security', altText: 'Uma barra de ouro', ...over },
      });
      expect(reply.status).toBe(201);
      return (await reply.json()) as CardImage;
    },
  };
}
export type ImageDesk = Awaited<ReturnType<typeof imageDesk>>;

export async function shownOn(page: string): Promise<SiteCardImages['images']> {
  return ((await (await call(`/api/card-images?page=${page}`)).json()) as SiteCardImages).images;
}

export async function linesSince(seq: number) {
  const { results } = await env.DB.prepare(
    'SELECT action, subject_kind AS kind, subject_id AS id, before, after FROM audit_log WHERE seq > ? ORDER BY seq',
  )
    .bind(seq)
    .all<{ action: string; kind: string; id: string; before: string | null; after: string | null }>();
  return results;
}

export async function headSeq(): Promise<number> {
  const row = await env.DB.prepare('SELECT coalesce(max(seq), 0) AS seq FROM audit_log').first<{
    seq: number;
  }>();
  return row?.seq ?? 0;
}
