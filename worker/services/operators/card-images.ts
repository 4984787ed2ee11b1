// Operators choose which image each card of the site shows. Visitors see a change at once.

import type {
  CardImage,
  CardImageList,
  CardImagesQuery,
  CardsWithImage,
  NewCardImage,
} from '../../contract/operators/media.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import {
  associateStatement,
  type CardImageRow,
  type CardSlot,
  claimSwitchOnStatement,
  clearSlotStatement,
  deleteCardImageStatement,
  findActiveCardImage,
  findCardImage,
  listCardImages,
  listTakenSlots,
  switchOffStatement,
  switchOnStatement,
} from '../../db/card-images.ts';
import { findMedia, type ImageDetails, updateMediaStatement } from '../../db/media.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { viewMedia, detailsOf } from './media.ts';
import { iso } from '../../domain/time.ts';

type Operating = Pick<Deps, 'db' | 'now' | 'newId'>;
type Known<T> = Promise<Result<T, Refusal<'NotFound'>>>;

/** Active at once. Associating an inactive image activates it: the operator wants it on the card. */
export async function associateImage(
  deps: Operating,
  by: AuditActor,
  command: NewCardImage,
): Known<CardImage> {
  const { mediaId, page, position, displaySize } = command;
  const media = await findMedia(deps.db, mediaId);
  if (media === null) return err({ code: 'NotFound' });
  // The schema guarantees that the page has this card.
  const slot: CardSlot = { page, card: command.card, position };
  const replaced = await findActiveCardImage(deps.db, slot);
  const details: ImageDetails = {
    altText: command.altText,
    title: command.title,
    category: command.category,
    pageLocation: page,
    isActive: true,
    displayOrder: media.displayOrder,
  };
  const now = deps.now();
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'image.associated',
      subject: subjectOf(slot),
      before: { mediaId: replaced?.media.id ?? null, image: detailsOf(media) },
      after: { mediaId, position, displaySize, image: details },
    },
    [
      clearSlotStatement(deps.db, slot, now),
      associateStatement(deps.db, { ...slot, id: deps.newId(), mediaId, displaySize }, now),
      updateMediaStatement(deps.db, mediaId, details, now),
    ],
  );
  // Another operator may have replaced it a moment later; the answer is what the slot shows now.
  const shown = await findActiveCardImage(deps.db, slot);
  return shown === null ? err({ code: 'NotFound' }) : ok(viewCardImage(shown));
}

export async function switchCardImage(
  deps: Operating,
  by: AuditActor,
  { id, isActive }: { readonly id: string; readonly isActive: boolean },
): Known<CardImage> {
  const row = await findCardImage(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  if (row.isShown === isActive) return ok(viewCardImage(row));
  const { db } = deps;
  const now = deps.now();
  const replaced = isActive ? await findActiveCardImage(db, row) : null;
  await commitAudited(
    db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'image.updated',
      subject: subjectOf(row),
      before: { mediaId: row.media.id, isActive: row.isShown, shown: replaced?.media.id ?? null },
      after: { mediaId: row.media.id, isActive },
    },
    isActive
      ? [claimSwitchOnStatement(db, id, now), clearSlotStatement(db, row, now), switchOnStatement(db, id)]
      : [switchOffStatement(db, id, now)],
    { ifChanged: true },
  );
  const changed = await findCardImage(db, id);
  return changed === null ? err({ code: 'NotFound' }) : ok(viewCardImage(changed));
}

/** The image itself stays in the library. */
export async function removeCardImage(deps: Operating, by: AuditActor, id: string): Known<null> {
  const row = await findCardImage(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const { position, displaySize, isShown, media } = row;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: deps.now(),
      by,
      action: 'image.removed',
      subject: subjectOf(row),
      before: { mediaId: media.id, filename: media.filename, position, displaySize, isActive: isShown },
    },
    [deleteCardImageStatement(deps.db, id)],
    { ifChanged: true },
  );
  return logged ? ok(null) : err({ code: 'NotFound' });
}

export async function pageOfCardImages(
  { db }: Pick<Deps, 'db'>,
  query: CardImagesQuery,
): Promise<CardImageList> {
  const rows = await listCardImages(db, {
    page: query.page ?? null,
    after: query.cursor,
    limit: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    query.limit,
    (row) => [row.page, row.card, row.associatedAt, row.cardImageId],
    viewCardImage,
  );
  return { cardImages: items, nextCursor };
}

export async function cardsWithImage({ db }: Pick<Deps, 'db'>): Promise<CardsWithImage> {
  return { cards: [...(await listTakenSlots(db))] };
}

function subjectOf({ page, card }: Pick<CardSlot, 'page' | 'card'>) {
  return { kind: 'card', id: `${page}/${card}` } as const;
}

function viewCardImage(row: CardImageRow): CardImage {
  const { cardImageId, page, card, position, displaySize, isShown, associatedAt, media } = row;
  return {
    id: cardImageId,
    page,
    card,
    position,
    displaySize,
    isActive: isShown,
    image: viewMedia(media),
    createdAt: iso(associatedAt),
  };
}
