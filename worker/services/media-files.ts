// The files of /images/... and /videos/...: which are served, and to whom.

import { findMediaByKey } from '../db/media.ts';
import { findVideoByKey } from '../db/videos.ts';
import { hashOfKey, hasMedia, type MediaFolder, readMedia } from '../storage/media-objects.ts';
import type { Deps } from './deps.ts';

export type MediaFile = {
  readonly key: string;
  readonly type: string;
  readonly length: number;
  /** Strong: of the bytes themselves. */
  readonly etag: string;
  /** Switched off, or an image that no card shows (P72): for operators' eyes only. */
  readonly isHidden: boolean;
};

/** The metadata of a file; null for one that is not in the library. Reads one row, by its key. */
export async function findMediaFile(
  { db }: Pick<Deps, 'db'>,
  folder: MediaFolder,
  name: string,
): Promise<MediaFile | null> {
  const key = `${folder}/${name}`;
  const hash = hashOfKey(key);
  if (hash === null) return null;
  const row = folder === 'images' ? await findImage(db, key) : await findVideo(db, key);
  return row && { key, type: row.mimeType, length: row.fileSize, etag: `"${hash}"`, isHidden: row.isHidden };
}

async function findImage(db: D1Database, key: string) {
  const row = await findMediaByKey(db, key);
  return row && { ...row, isHidden: !row.isActive || !row.isOnSite };
}

async function findVideo(db: D1Database, key: string) {
  const row = await findVideoByKey(db, key);
  return row && { ...row, isHidden: !row.isActive };
}

export async function mediaBytes(
  { env }: Pick<Deps, 'env'>,
  file: MediaFile,
  part?: { readonly first: number; readonly last: number },
): Promise<ReadableStream | null> {
  return readMedia(env.MEDIA, file.key, part);
}

export async function isMediaThere({ env }: Pick<Deps, 'env'>, file: MediaFile): Promise<boolean> {
  return hasMedia(env.MEDIA, file.key);
}
