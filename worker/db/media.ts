// The library of images. Rows are never removed: an image that must not be seen is switched off.

import type { OrderCursor } from '../domain/cursors.ts';
import type { CardPage } from '../domain/card-catalogue.ts';
import type { ImageType, MediaCategory } from '../domain/media.ts';

export type MediaRow = {
  readonly id: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly mimeType: ImageType;
  readonly fileSize: number;
  readonly width: number;
  readonly height: number;
  readonly category: MediaCategory;
  readonly altText: string;
  readonly title: string | null;
  readonly pageLocation: CardPage | null;
  readonly isActive: boolean;
  readonly displayOrder: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};
export type StoredMediaRow = Omit<MediaRow, 'isActive'> & { readonly isActive: 0 | 1 };

/** Behind `m.`, so that joins can use them too. */
export const MEDIA_COLUMNS = `m.id, m.storage_key AS storageKey, m.filename, m.mime_type AS mimeType,
  m.file_size AS fileSize, m.width, m.height, m.category, m.alt_text AS altText, m.title,
  m.page_location AS pageLocation, m.is_active AS isActive, m.display_order AS displayOrder,
  m.created_at AS createdAt, m.updated_at AS updatedAt`;

export const mediaRowOf = (row: StoredMediaRow): MediaRow => ({ ...row, isActive: row.isActive === 1 });

export async function findMedia(db: D1Database, id: string): Promise<MediaRow | null> {
  const row = await db
    .prepare(`SELECT ${MEDIA_COLUMNS} FROM media_library m WHERE m.id = ?1`)
    .bind(id)
    .first<StoredMediaRow>();
  return row === null ? null : mediaRowOf(row);
}

export async function findMediaByKey(db: D1Database, storageKey: string): Promise<MediaRow | null> {
  const row = await db
    .prepare(`SELECT ${MEDIA_COLUMNS} FROM media_library m WHERE m.storage_key = ?1`)
    .bind(storageKey)
    .first<StoredMediaRow>();
  return row === null ? null : mediaRowOf(row);
}

export type NewMediaRow = {
  readonly id: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly mimeType: ImageType;
  readonly fileSize: number;
  readonly width: number;
  readonly height: number;
  readonly uploadedBy: string;
  readonly now: number;
};

/** Changes nothing when the very same bytes are there already. */
export function insertMediaStatement(db: D1Database, image: NewMediaRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO media_library (id, storage_key, filename, mime_type, file_size, width, height, uploaded_by, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)
       ON CONFLICT (storage_key) DO NOTHING`,
    )
    .bind(
      image.id,
      image.storageKey,
      image.filename,
      image.mimeType,
      image.fileSize,
      image.width,
      image.height,
      image.uploadedBy,
      image.now,
    );
}

export type ImageDetails = Pick<
  MediaRow,
  'altText' | 'title' | 'category' | 'pageLocation' | 'isActive' | 'displayOrder'
>;

export function updateMediaStatement(
  db: D1Database,
  id: string,
  to: ImageDetails,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE media_library SET alt_text = ?2, title = ?3, category = ?4, page_location = ?5, is_active = ?6,
         display_order = ?7, updated_at = ?8
       WHERE id = ?1`,
    )
    .bind(id, to.altText, to.title, to.category, to.pageLocation, to.isActive ? 1 : 0, to.displayOrder, now);
}

export async function listMedia(
  db: D1Database,
  page: {
    readonly category: MediaCategory | null;
    readonly pageLocation: CardPage | null;
    readonly after?: OrderCursor | undefined;
    readonly limit: number;
  },
): Promise<readonly MediaRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${MEDIA_COLUMNS} FROM media_library m
       WHERE (?1 IS NULL OR m.category = ?1) AND (?2 IS NULL OR m.page_location = ?2)
         AND (?3 IS NULL OR m.display_order > ?3
              OR (m.display_order = ?3 AND (m.created_at < ?4 OR (m.created_at = ?4 AND m.id < ?5))))
       ORDER BY m.display_order, m.created_at DESC, m.id DESC LIMIT ?6`,
    )
    .bind(
      page.category,
      page.pageLocation,
      page.after?.order ?? null,
      page.after?.at ?? null,
      page.after?.id ?? null,
      page.limit,
    )
    .all<StoredMediaRow>();
  return results.map(mediaRowOf);
}
