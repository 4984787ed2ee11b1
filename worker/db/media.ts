// The library of images. An image that must not be seen is hidden; one that no card uses may be deleted.

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
  /** On how many sides of cards, shown or switched off. */
  readonly uses: number;
  /** On at least one card that shows it. */
  readonly isOnSite: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
};
export type StoredMediaRow = Omit<MediaRow, 'isActive' | 'isOnSite'> & {
  readonly isActive: 0 | 1;
  readonly isOnSite: 0 | 1;
};

/** Behind `m.`, so that joins can use them too. */
export const MEDIA_COLUMNS = `m.id, m.storage_key AS storageKey, m.filename, m.mime_type AS mimeType,
  m.file_size AS fileSize, m.width, m.height, m.category, m.alt_text AS altText, m.title,
  m.page_location AS pageLocation, m.is_active AS isActive, m.display_order AS displayOrder,
  (SELECT count(*) FROM card_images u WHERE u.media_id = m.id) AS uses,
  EXISTS (SELECT 1 FROM card_images s WHERE s.media_id = m.id AND s.is_active = 1) AS isOnSite,
  m.created_at AS createdAt, m.updated_at AS updatedAt`;

export const mediaRowOf = (row: StoredMediaRow): MediaRow => ({
  ...row,
  isActive: row.isActive === 1,
  isOnSite: row.isOnSite === 1,
});

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
      `INSERT INTO media_library (id, storage_key, filename, mime_type, file_size, width, height, uploaded_by, created_at, updated_at,
                                  is_clean)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, 1)
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

/** Stored before metadata was left out, the oldest first. */
export async function listUncleanMedia(db: D1Database, limit: number): Promise<readonly MediaRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${MEDIA_COLUMNS} FROM media_library m WHERE m.is_clean = 0 ORDER BY m.created_at LIMIT ?1`,
    )
    .bind(limit)
    .all<StoredMediaRow>();
  return results.map(mediaRowOf);
}

export function markCleanStatement(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare('UPDATE media_library SET is_clean = 1 WHERE id = ?1').bind(id);
}

export function hideUncleanStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE media_library SET is_clean = 1, is_active = 0, updated_at = ?2 WHERE id = ?1')
    .bind(id, now);
}

/** Another file for the same image: its cards show the new one. */
export function replaceMediaFileStatement(
  db: D1Database,
  id: string,
  to: Pick<MediaRow, 'storageKey' | 'fileSize' | 'width' | 'height'>,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE media_library SET storage_key = ?2, file_size = ?3, width = ?4, height = ?5, is_clean = 1 WHERE id = ?1`,
    )
    .bind(id, to.storageKey, to.fileSize, to.width, to.height);
}

/** Matches nothing while a card uses the image, shown or switched off. */
export function deleteMediaStatement(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM media_library WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM card_images WHERE media_id = ?1)`,
    )
    .bind(id);
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
    /** As typed; empty for all. Any case, anywhere in file name, alternative text or title. */
    readonly search: string;
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
         AND (?7 = '' OR instr(lower(m.filename || char(10) || m.alt_text || char(10) || coalesce(m.title, '')), ?7) > 0)
       ORDER BY m.display_order, m.created_at DESC, m.id DESC LIMIT ?6`,
    )
    .bind(
      page.category,
      page.pageLocation,
      page.after?.order ?? null,
      page.after?.at ?? null,
      page.after?.id ?? null,
      page.limit,
      page.search.toLowerCase(),
    )
    .all<StoredMediaRow>();
  return results.map(mediaRowOf);
}
