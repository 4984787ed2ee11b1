// The operators' library of images. The bytes go to the bucket before the row and its audit line: a row without bytes would
// break the site, bytes without a row are harmless, and a second upload repairs both.

import type {
  MediaChange,
  MediaImage,
  MediaList,
  MediaQuery,
  MediaUploaded,
} from '../../contract/operators/media.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import {
  deleteMediaStatement,
  findMedia,
  findMediaByKey,
  insertMediaStatement,
  listMedia,
  type MediaRow,
  type ImageDetails,
  updateMediaStatement,
} from '../../db/media.ts';
import { type ImageRefusal, inspectImage } from '../../domain/image-types.ts';
import { storedFilename } from '../../domain/media.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { mediaKey, removeMedia, storeMedia } from '../../storage/media-objects.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { iso } from '../../domain/time.ts';
import { logLine } from '../../telemetry/log.ts';

type Operating = Pick<Deps, 'db' | 'env' | 'now' | 'newId'>;
/** An operator with an account, who owns the upload. */
export type Uploader = AuditActor & { readonly actorId: string };

export async function uploadImage(
  deps: Operating,
  by: Uploader,
  { filename, bytes }: { readonly filename: string; readonly bytes: Uint8Array },
): Promise<Result<MediaUploaded, Refusal<ImageRefusal | 'Unavailable'>>> {
  const facts = inspectImage(bytes);
  if (!facts.ok) return err({ code: facts.error });
  const { type, width, height, picture } = facts.value;
  const key = await mediaKey('images', picture, type);
  if (!(await storeFile(deps, key, picture, type))) return err({ code: 'Unavailable', retryAfterSeconds: 2 });
  const now = deps.now();
  const image = {
    id: deps.newId(),
    storageKey: key,
    filename: storedFilename(filename, now),
    mimeType: type,
    fileSize: picture.byteLength,
    width,
    height,
    uploadedBy: by.actorId,
    now,
  };
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'image.uploaded',
      subject: { kind: 'image', id: image.id },
      after: { filename: image.filename, key, type, bytes: image.fileSize, width, height },
    },
    [insertMediaStatement(deps.db, image)],
    { ifChanged: true },
  );
  const stored = await findMediaByKey(deps.db, key);
  if (stored === null) throw new Error('An uploaded image has no row');
  return ok({ image: viewMedia(stored), isNew: logged });
}

/** False when the bucket does not answer: nothing was recorded, and the upload may be retried. */
export async function storeFile(
  { env }: Pick<Deps, 'env'>,
  key: string,
  bytes: Uint8Array,
  type: string,
): Promise<boolean> {
  try {
    await storeMedia(env.MEDIA, key, bytes, type);
    return true;
  } catch (error) {
    logLine('error', 'media-not-stored', { error: String(error) });
    return false;
  }
}

export async function changeImage(
  deps: Operating,
  by: AuditActor,
  { id, change }: { readonly id: string; readonly change: MediaChange },
): Promise<Result<MediaImage, Refusal<'NotFound'>>> {
  const row = await findMedia(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const before = detailsOf(row);
  const after: ImageDetails = {
    altText: change.altText ?? row.altText,
    title: change.title === undefined ? row.title : change.title,
    category: change.category ?? row.category,
    pageLocation: change.pageLocation === undefined ? row.pageLocation : change.pageLocation,
    isActive: change.isActive ?? row.isActive,
    displayOrder: change.displayOrder ?? row.displayOrder,
  };
  if (JSON.stringify(before) === JSON.stringify(after)) return ok(viewMedia(row));
  const now = deps.now();
  const subject = { kind: 'image', id } as const;
  await commitAudited(
    deps.db,
    { id: deps.newId(), at: now, by, action: actionOf(before, after), subject, before, after },
    [updateMediaStatement(deps.db, id, after, now)],
  );
  return ok(viewMedia({ ...row, ...after, updatedAt: now }));
}

function actionOf(before: ImageDetails, after: ImageDetails) {
  if (before.isActive === after.isActive) return 'image.updated';
  return after.isActive ? 'image.restored' : 'image.hidden';
}

/** Row and file; only while no card has it, also none that is switched off. */
export async function deleteImage(
  deps: Operating,
  by: AuditActor,
  id: string,
): Promise<Result<null, Refusal<'NotFound' | 'ImageInUse'>>> {
  const row = await findMedia(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const { storageKey, filename, altText, title } = row;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: deps.now(),
      by,
      action: 'image.deleted',
      subject: { kind: 'image', id },
      before: { filename, storageKey, altText, title },
    },
    [deleteMediaStatement(deps.db, id)],
    { ifChanged: true },
  );
  if (!logged) return err({ code: 'ImageInUse' });
  // Without its row it is answered to nobody: a bucket that does not answer now leaves only bytes behind.
  try {
    await removeMedia(deps.env.MEDIA, storageKey);
  } catch (error) {
    logLine('error', 'media-not-removed', { key: storageKey, error: String(error) });
  }
  return ok(null);
}

export async function pageOfMedia(deps: Pick<Deps, 'db'>, query: MediaQuery): Promise<MediaList> {
  const rows = await listMedia(deps.db, {
    category: query.category ?? null,
    pageLocation: query.pageLocation ?? null,
    search: query.search,
    after: query.cursor,
    limit: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, query.limit, orderOf, viewMedia);
  return { images: items, nextCursor };
}

type Ordered = { readonly id: string; readonly displayOrder: number; readonly createdAt: number };

/** The values of an ORDER_CURSOR. */
export const orderOf = ({ displayOrder, createdAt, id }: Ordered) => [displayOrder, createdAt, id];

export function detailsOf(row: MediaRow): ImageDetails {
  const { altText, title, category, pageLocation, isActive, displayOrder } = row;
  return { altText, title, category, pageLocation, isActive, displayOrder };
}

export function viewMedia(row: MediaRow): MediaImage {
  const { storageKey, isOnSite: _, createdAt, updatedAt, ...facts } = row;
  return {
    ...facts,
    url: `/${storageKey}`,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
