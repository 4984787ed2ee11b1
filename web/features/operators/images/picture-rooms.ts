// The room that a card's picture has on its page, in pixels, as its stylesheet makes it. A browser test compares each with
// the page (site-images).

import type { CardPage, CardPosition } from '../../../../worker/domain/card-catalogue.ts';

type Room = { readonly width: number; readonly height: number };
/** In a window 1280 and 390 pixels wide. */
export type Rooms = { readonly desk: Room; readonly phone: Room };

const METAL: Rooms = { desk: { width: 326, height: 104 }, phone: { width: 292, height: 84 } };

const FRONT: Readonly<Record<CardPage, Rooms>> = {
  home: { desk: { width: 310, height: 112 }, phone: { width: 280, height: 84 } },
  learn: { desk: { width: 384, height: 216 }, phone: { width: 358, height: 201 } },
  about: { desk: { width: 420, height: 96 }, phone: { width: 358, height: 96 } },
  gold: METAL,
  silver: METAL,
};
const BACK_OF_HOME: Rooms = { desk: { width: 320, height: 96 }, phone: { width: 290, height: 96 } };

/** Null where the page never shows that side. */
export function picturesRoom(page: CardPage, position: CardPosition): Rooms | null {
  if (position === 'front') return FRONT[page];
  return page === 'home' ? BACK_OF_HOME : null;
}
