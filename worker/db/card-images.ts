// Which card shows which image. An index allows one active image in each slot of a card, so that in a batch the statement that
// deactivates the old image precedes the one that activates the new image.

import type { CardCursor } from '../domain/cursors.ts';
import type { CardId, CardPage, CardPosition, DisplaySize } from '../domain/card-catalogue.ts';
import { MEDIA_COLUMNS, type MediaRow, mediaRowOf, type StoredMediaRow } from './media.ts';

/** A slot shows one image at a time. */
export type CardSlot = {
  readonly page: CardPage;
  readonly card: CardId;
  readonly position: CardPosition;
};

export type CardImageRow = CardSlot & {
  readonly cardImageId: string;
  readonly displaySize: DisplaySize;
  readonly isShown: boolean;
  readonly associatedAt: number;
  readonly media: MediaRow;
};

type StoredRow = Omit<CardImageRow, 'media' | 'isShown'> & StoredMediaRow & { readonly isShown: 0 | 1 };

const COLUMNS = `c.id AS cardImageId, c.page_name AS page, c.card_id AS card, c.position,
  c.display_size AS displaySize, c.is_active AS isShown, c.created_at AS associatedAt, ${MEDIA_COLUMNS}`;
const FROM = 'FROM card_images c JOIN media_library m ON m.id = c.media_id';

function rowOf({
  cardImageId,
  page,
  card,
  position,
  displaySize,
  isShown,
  associatedAt,
  ...media
}: StoredRow) {
  return {
    cardImageId,
    page,
    card,
    position,
    displaySize,
    isShown: isShown === 1,
    associatedAt,
    media: mediaRowOf(media),
  } satisfies CardImageRow;
}

/** What visitors see; all of a page's cards, or of all pages. */
export async function listShownCardImages(
  db: D1Database,
  where: { readonly page: CardPage | null; readonly card: CardId | null },
): Promise<readonly CardImageRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} ${FROM}
       WHERE c.is_active = 1 AND m.is_active = 1 AND (?1 IS NULL OR c.page_name = ?1) AND (?2 IS NULL OR c.card_id = ?2)
       ORDER BY c.page_name, c.card_id, c.position DESC`,
    )
    .bind(where.page, where.card)
    .all<StoredRow>();
  return results.map(rowOf);
}

/** The slots with an active association, also where the image itself is inactive. */
export async function listTakenSlots(db: D1Database): Promise<readonly CardSlot[]> {
  const { results } = await db
    .prepare(
      `SELECT page_name AS page, card_id AS card, position FROM card_images
       WHERE is_active = 1 ORDER BY page_name, card_id, position DESC`,
    )
    .all<CardSlot>();
  return results;
}

export async function listCardImages(
  db: D1Database,
  list: { readonly page: CardPage | null; readonly after?: CardCursor | undefined; readonly limit: number },
): Promise<readonly CardImageRow[]> {
  const { page, after, limit } = list;
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} ${FROM}
       WHERE (?1 IS NULL OR c.page_name = ?1)
         AND (?2 IS NULL OR (c.page_name, c.card_id, c.created_at, c.id) > (?2, ?3, ?4, ?5))
       ORDER BY c.page_name, c.card_id, c.created_at, c.id LIMIT ?6`,
    )
    .bind(page, after?.page ?? null, after?.card ?? null, after?.at ?? null, after?.id ?? null, limit)
    .all<StoredRow>();
  return results.map(rowOf);
}

export async function findCardImage(db: D1Database, id: string): Promise<CardImageRow | null> {
  const row = await db.prepare(`SELECT ${COLUMNS} ${FROM} WHERE c.id = ?1`).bind(id).first<StoredRow>();
  return row === null ? null : rowOf(row);
}

export async function findActiveCardImage(db: D1Database, slot: CardSlot): Promise<CardImageRow | null> {
  const row = await db
    .prepare(
      `SELECT ${COLUMNS} ${FROM} WHERE c.page_name = ?1 AND c.card_id = ?2 AND c.position = ?3 AND c.is_active = 1`,
    )
    .bind(slot.page, slot.card, slot.position)
    .first<StoredRow>();
  return row === null ? null : rowOf(row);
}

/** Precedes every statement that activates an image in this slot. */
export function clearSlotStatement(db: D1Database, slot: CardSlot, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE card_images SET is_active = 0, updated_at = ?4
       WHERE page_name = ?1 AND card_id = ?2 AND position = ?3 AND is_active = 1`,
    )
    .bind(slot.page, slot.card, slot.position, now);
}

/** Associates. The same image in the same slot is activated again, in its new size. */
export function associateStatement(
  db: D1Database,
  it: CardSlot & { readonly id: string; readonly mediaId: string; readonly displaySize: DisplaySize },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO card_images (id, page_name, card_id, media_id, position, display_size, is_active, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?7)
       ON CONFLICT (page_name, card_id, position, media_id)
       DO UPDATE SET is_active = 1, display_size = excluded.display_size, updated_at = excluded.updated_at`,
    )
    .bind(it.id, it.page, it.card, it.mediaId, it.position, it.displaySize, now);
}

/** Matches a row if there is an inactive association; switchOnStatement follows once the slot is clear. */
export function claimSwitchOnStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare('UPDATE card_images SET updated_at = ?2 WHERE id = ?1 AND is_active = 0').bind(id, now);
}

export function switchOnStatement(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare('UPDATE card_images SET is_active = 1 WHERE id = ?1').bind(id);
}

export function switchOffStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE card_images SET is_active = 0, updated_at = ?2 WHERE id = ?1 AND is_active = 1')
    .bind(id, now);
}

export function deleteCardImageStatement(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare('DELETE FROM card_images WHERE id = ?1').bind(id);
}

/** All cards of one image show another one; where a card has both, the other one's own row stays as it is. */
export function moveCardImagesStatements(
  db: D1Database,
  { from, to }: { readonly from: string; readonly to: string },
): readonly D1PreparedStatement[] {
  return [
    db.prepare('UPDATE OR IGNORE card_images SET media_id = ?2 WHERE media_id = ?1').bind(from, to),
    db.prepare('DELETE FROM card_images WHERE media_id = ?1').bind(from),
  ];
}
