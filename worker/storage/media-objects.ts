// The bucket of uploaded files. A key is made of the hash of the bytes under it, so an object never changes: writing one
// twice writes the same. Which of them the site answers with is the database's to say:
// an object is removed after its row, and one that stays behind is answered to nobody.

import { sha256Hex } from '../db/sha256.ts';
import type { ImageType, VideoType } from '../domain/media.ts';

const EXTENSIONS: Readonly<Record<ImageType | VideoType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};
const KEY = /^(?:images|videos)\/([0-9a-f]{64})\.[a-z0-9]{3,4}$/u;

export type MediaFolder = 'images' | 'videos';

/** `images/<sha-256>.<extension>`; with a slash before it, the address on the site. */
export async function mediaKey(
  folder: MediaFolder,
  bytes: Uint8Array,
  type: ImageType | VideoType,
): Promise<string> {
  return `${folder}/${await sha256Hex(bytes)}.${EXTENSIONS[type]}`;
}

/** The hash in a key; null for what cannot be one. */
export function hashOfKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** R2 checks the hash as well: what arrives damaged is not kept. */
export async function storeMedia(
  bucket: R2Bucket,
  key: string,
  bytes: Uint8Array,
  type: string,
): Promise<void> {
  const hash = hashOfKey(key);
  if (hash === null) throw new Error('Not a key of the media bucket');
  await bucket.put(key, bytes, {
    sha256: hash,
    httpMetadata: { contentType: type },
  });
}

/** The whole object or a part of it; null when there is none. */
export async function readMedia(
  bucket: R2Bucket,
  key: string,
  part?: { readonly first: number; readonly last: number },
): Promise<ReadableStream | null> {
  const range =
    part === undefined ? {} : { range: { offset: part.first, length: part.last - part.first + 1 } };
  const object = await bucket.get(key, range);
  return object?.body ?? null;
}

export async function removeMedia(bucket: R2Bucket, key: string): Promise<void> {
  await bucket.delete(key);
}

export async function hasMedia(bucket: R2Bucket, key: string): Promise<boolean> {
  return (await bucket.head(key)) !== null;
}
