// The operators' library of videos.

import type {
  Video,
  VideoChange,
  VideoList,
  VideosQuery,
  VideoUploaded,
  VideoUploadQuery,
} from '../../contract/operators/media.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import {
  deleteVideoStatement,
  findVideo,
  findVideoByKey,
  insertVideoStatement,
  listVideos,
  updateVideoStatement,
  type VideoFacts,
  type VideoRow,
} from '../../db/videos.ts';
import { storedFilename } from '../../domain/media.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { inspectVideo, type VideoRefusal } from '../../domain/video-types.ts';
import { mediaKey } from '../../storage/media-objects.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { storeFile, orderOf, type Uploader } from './media.ts';
import { iso } from '../../domain/time.ts';

type Operating = Pick<Deps, 'db' | 'env' | 'now' | 'newId'>;

export async function uploadVideo(
  deps: Operating,
  by: Uploader,
  { query, bytes }: { readonly query: VideoUploadQuery; readonly bytes: Uint8Array },
): Promise<Result<VideoUploaded, Refusal<VideoRefusal | 'Unavailable'>>> {
  const facts = inspectVideo(bytes);
  if (!facts.ok) return err({ code: facts.error });
  const { type } = facts.value;
  const key = await mediaKey('videos', bytes, type);
  if (!(await storeFile(deps, key, bytes, type))) return err({ code: 'Unavailable', retryAfterSeconds: 2 });
  const now = deps.now();
  const place = {
    category: query.category,
    subcategory: query.subcategory ?? null,
    pageLocation: query.pageLocation ?? null,
  };
  const id = deps.newId();
  const filename = storedFilename(query.filename, now);
  const fileSize = bytes.byteLength;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'video.uploaded',
      subject: { kind: 'video', id },
      after: { filename, key, type, bytes: fileSize, ...place },
    },
    [
      insertVideoStatement(deps.db, {
        id,
        storageKey: key,
        filename,
        mimeType: type,
        fileSize,
        uploadedBy: by.actorId,
        now,
        ...place,
      }),
    ],
    { ifChanged: true },
  );
  const stored = await findVideoByKey(deps.db, key);
  // Another operator removed it in the same moment; a retry is safe.
  if (stored === null) return err({ code: 'Unavailable', retryAfterSeconds: 2 });
  return ok({ video: viewVideo(stored), isNew: logged });
}

export async function changeVideo(
  deps: Operating,
  by: AuditActor,
  { id, change }: { readonly id: string; readonly change: VideoChange },
): Promise<Result<Video, Refusal<'NotFound'>>> {
  const row = await findVideo(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const before = factsOf(row);
  const after: VideoFacts = {
    category: change.category ?? row.category,
    subcategory: change.subcategory === undefined ? row.subcategory : change.subcategory,
    pageLocation: change.pageLocation === undefined ? row.pageLocation : change.pageLocation,
    isActive: change.isActive ?? row.isActive,
    displayOrder: change.displayOrder ?? row.displayOrder,
  };
  if (JSON.stringify(before) === JSON.stringify(after)) return ok(viewVideo(row));
  const now = deps.now();
  const subject = { kind: 'video', id } as const;
  const { logged } = await commitAudited(
    deps.db,
    { id: deps.newId(), at: now, by, action: 'video.updated', subject, before, after },
    [updateVideoStatement(deps.db, id, after, now)],
    { ifChanged: true },
  );
  return logged ? ok(viewVideo({ ...row, ...after, updatedAt: now })) : err({ code: 'NotFound' });
}

/** The video's address answers 404 afterwards; the bytes stay in the bucket. */
export async function removeVideo(
  deps: Operating,
  by: AuditActor,
  id: string,
): Promise<Result<null, Refusal<'NotFound'>>> {
  const row = await findVideo(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const before = { filename: row.filename, key: row.storageKey, ...factsOf(row) };
  const subject = { kind: 'video', id } as const;
  const { logged } = await commitAudited(
    deps.db,
    { id: deps.newId(), at: deps.now(), by, action: 'video.removed', subject, before },
    [deleteVideoStatement(deps.db, id)],
    { ifChanged: true },
  );
  return logged ? ok(null) : err({ code: 'NotFound' });
}

export async function pageOfVideos({ db }: Pick<Deps, 'db'>, query: VideosQuery): Promise<VideoList> {
  const rows = await listVideos(db, { after: query.cursor, limit: query.limit + 1 });
  const { items, nextCursor } = pageOf(rows, query.limit, orderOf, viewVideo);
  return { videos: items, nextCursor };
}

function factsOf({ category, subcategory, pageLocation, isActive, displayOrder }: VideoRow): VideoFacts {
  return { category, subcategory, pageLocation, isActive, displayOrder };
}

function viewVideo({ storageKey, createdAt, updatedAt, ...facts }: VideoRow): Video {
  return {
    ...facts,
    url: `/${storageKey}`,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
