// The room that a card's picture has on its page, in pixels, as its stylesheet makes it. A browser test compares each with
// the page (site-images).

import type { CardPage, CardPosition } from '../../../../worker/domain/card-catalogue.ts';

type Room = { readonly width: number; readonly height: number };
/** In a window 1280 and 390 pixels wide. */
export type Rooms = { readonly desk: Room; readonly phone: Room };

const METAL: Rooms = { desk: { width: 326, height: 104 }, phone: { width: 292, height: 84 } };

const FRONT: Readonly<Record<CardPage, Rooms>> = {
  home: { desk: { width: 310, height: 112 }, phone: { width: 314, height: 112 } },
  learn: { desk: { width: 382, height: 215 }, phone: { width: 348, height: 196 } },
  about: { desk: { width: 420, height: 104 }, phone: { width: 350, height: 84 } },
  gold: METAL,
  silver: METAL,
};

/** Null for the back: it has what room the words of the card leave, on a phone often none. */
export function picturesRoom(page: CardPage, position: CardPosition): Rooms | null {
  return position === 'front' ? FRONT[page] : null;
}
