// Videos of the site, in the order in which they are played.

import type { OrderCursor } from '../domain/cursors.ts';
import type { CardPage } from '../domain/card-catalogue.ts';
import type { VideoCategory, VideoType } from '../domain/media.ts';

export type VideoSlot = {
  readonly category: VideoCategory;
  readonly subcategory: string | null;
  readonly pageLocation: CardPage | null;
};

export type VideoRow = VideoSlot & {
  readonly id: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly mimeType: VideoType;
  readonly fileSize: number;
  readonly isActive: boolean;
  readonly displayOrder: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};
type StoredRow = Omit<VideoRow, 'isActive'> & { readonly isActive: 0 | 1 };

const COLUMNS = `id, storage_key AS storageKey, filename, mime_type AS mimeType, file_size AS fileSize, category,
  subcategory, page_location AS pageLocation, is_active AS isActive, display_order AS displayOrder,
  created_at AS createdAt, updated_at AS updatedAt`;
const IN_ORDER = 'ORDER BY display_order, created_at DESC, id DESC';
/** More than a page could play. */
const SHOWN_MAX = 50;

const rowOf = (row: StoredRow): VideoRow => ({ ...row, isActive: row.isActive === 1 });

export async function findVideo(db: D1Database, id: string): Promise<VideoRow | null> {
  const row = await db.prepare(`SELECT ${COLUMNS} FROM videos WHERE id = ?1`).bind(id).first<StoredRow>();
  return row === null ? null : rowOf(row);
}

export async function findVideoByKey(db: D1Database, storageKey: string): Promise<VideoRow | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM videos WHERE storage_key = ?1`)
    .bind(storageKey)
    .first<StoredRow>();
  return row === null ? null : rowOf(row);
}

/** What visitors may see, the first to be played first. */
export async function listShownVideos(
  db: D1Database,
  where: { readonly [K in keyof VideoSlot]: VideoSlot[K] | null },
): Promise<readonly VideoRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM videos
       WHERE is_active = 1 AND (?1 IS NULL OR category = ?1) AND (?2 IS NULL OR subcategory = ?2)
         AND (?3 IS NULL OR page_location = ?3)
       ${IN_ORDER} LIMIT ?4`,
    )
    .bind(where.category, where.subcategory, where.pageLocation, SHOWN_MAX)
    .all<StoredRow>();
  return results.map(rowOf);
}

export async function listVideos(
  db: D1Database,
  list: { readonly after?: OrderCursor | undefined; readonly limit: number },
): Promise<readonly VideoRow[]> {
  const { after, limit } = list;
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM videos
       WHERE ?1 IS NULL OR display_order > ?1
         OR (display_order = ?1 AND (created_at < ?2 OR (created_at = ?2 AND id < ?3)))
       ${IN_ORDER} LIMIT ?4`,
    )
    .bind(after?.order ?? null, after?.at ?? null, after?.id ?? null, limit)
    .all<StoredRow>();
  return results.map(rowOf);
}

export type NewVideoRow = VideoSlot & {
  readonly id: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly mimeType: VideoType;
  readonly fileSize: number;
  readonly uploadedBy: string;
  readonly now: number;
};

/** Changes nothing when the very same bytes are there already. */
export function insertVideoStatement(db: D1Database, video: NewVideoRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO videos (id, storage_key, filename, mime_type, file_size, category, subcategory, page_location, uploaded_by,
                           created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)
       ON CONFLICT (storage_key) DO NOTHING`,
    )
    .bind(
      video.id,
      video.storageKey,
      video.filename,
      video.mimeType,
      video.fileSize,
      video.category,
      video.subcategory,
      video.pageLocation,
      video.uploadedBy,
      video.now,
    );
}

export type VideoFacts = VideoSlot & Pick<VideoRow, 'isActive' | 'displayOrder'>;

export function updateVideoStatement(
  db: D1Database,
  id: string,
  to: VideoFacts,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE videos SET category = ?2, subcategory = ?3, page_location = ?4, is_active = ?5, display_order = ?6, updated_at = ?7
       WHERE id = ?1`,
    )
    .bind(id, to.category, to.subcategory, to.pageLocation, to.isActive ? 1 : 0, to.displayOrder, now);
}

export function deleteVideoStatement(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare('DELETE FROM videos WHERE id = ?1').bind(id);
}
