// The form that puts an image on a card.

import type { MediaImage, NewCardImage } from '../../../../worker/contract/operators/media.ts';
import type {
  CardId,
  CardPage,
  CardPosition,
  DisplaySize,
} from '../../../../worker/domain/card-catalogue.ts';
import type { MediaCategory } from '../../../../worker/domain/media.ts';

export type Draft = {
  readonly image: MediaImage | null;
  readonly page: CardPage;
  /** Empty until one is chosen. */
  readonly card: CardId | '';
  readonly position: CardPosition;
  readonly displaySize: DisplaySize;
  readonly category: MediaCategory;
  readonly altText: string;
  readonly title: string;
};

export const EMPTY_DRAFT: Draft = {
  image: null,
  page: 'home',
  card: '',
  position: 'front',
  displaySize: 'medium',
  category: 'feature',
  altText: '',
  title: '',
};

export type DraftChange =
  /** From the library, with its details. */
  | { readonly kind: 'chosen'; readonly image: MediaImage }
  /** After an upload: clears alt text, title and card (A5). */
  | { readonly kind: 'uploaded'; readonly image: MediaImage }
  /** The chosen image was hidden or shown again: what is written stays. */
  | { readonly kind: 'changed'; readonly image: MediaImage }
  /** The chosen image was deleted. */
  | { readonly kind: 'deleted' }
  /** Clears the card. */
  | { readonly kind: 'page'; readonly page: CardPage }
  | { readonly kind: 'written'; readonly part: Partial<Omit<Draft, 'image' | 'page'>> }
  /** The same image may go on another card next. */
  | { readonly kind: 'associated' };

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.kind) {
    case 'chosen':
      return { ...draft, image: change.image, ...detailsOf(change.image) };
    case 'uploaded':
      return { ...draft, image: change.image, ...detailsOf(change.image), card: '' };
    case 'changed':
      return { ...draft, image: change.image };
    case 'deleted':
      return { ...draft, image: null };
    case 'page':
      return { ...draft, page: change.page, card: '' };
    case 'written':
      return { ...draft, ...change.part };
    case 'associated':
      return { ...draft, card: '' };
  }
}

/** A new image has no details, so that those of the image before are cleared. */
function detailsOf({ altText, title, category }: MediaImage) {
  return { altText, title: title ?? '', category };
}

/** The request's body; null while the image, the card or the alt text is missing. */
export function associationOf(draft: Draft): NewCardImage | null {
  const { image, page, card, position, displaySize, category } = draft;
  const altText = draft.altText.trim();
  if (image === null || card === '' || altText === '') return null;
  const title = draft.title.trim();
  return {
    mediaId: image.id,
    page,
    card,
    position,
    displaySize,
    category,
    altText,
    title: title === '' ? null : title,
  };
}
