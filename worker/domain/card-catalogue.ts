// The cards of the site that can show an operator's image, page by page (A3). Their titles are in locales:
// in the operators' sections and in the pages' own.

export const CARD_PAGES = ['home', 'learn', 'about', 'gold', 'silver'] as const;
export type CardPage = (typeof CARD_PAGES)[number];

export const CARDS = {
  home: ['security', 'liquidity', 'trust'],
  learn: ['history', 'investment', 'market'],
  about: ['mission', 'team', 'values'],
  gold: ['purity', 'storage', 'certification'],
  silver: ['quality', 'vault', 'authenticity'],
} as const satisfies Record<CardPage, readonly string[]>;
export type CardsOf<P extends CardPage> = (typeof CARDS)[P][number];
export type CardId = CardsOf<CardPage>;

/** Which cards of the page these are, by the names of its own texts. */
export const HOME_CARDS = {
  security: 'books',
  liquidity: 'exit',
  trust: 'receipt',
} as const satisfies Record<CardsOf<'home'>, string>;
export const LEARN_CARDS = {
  history: 'why',
  investment: 'basics',
  market: 'timing',
} as const satisfies Record<CardsOf<'learn'>, string>;

/** The card of the catalogue that the page's own card is, if it is one. */
export function inCatalogue<C extends CardId>(
  cards: Readonly<Record<C, string>>,
  name: string,
): C | undefined {
  return (Object.keys(cards) as C[]).find((card) => cards[card] === name);
}

export const CARD_IDS: readonly CardId[] = CARD_PAGES.flatMap((page): readonly CardId[] => CARDS[page]);

export function isCardOf(page: CardPage, card: string): card is CardId {
  return (CARDS[page] as readonly string[]).includes(card);
}

/** Where on the card: the side that is seen first, or the other one of a card that turns. */
export const CARD_POSITIONS = ['front', 'back'] as const;
export type CardPosition = (typeof CARD_POSITIONS)[number];

/** How much of the card the image takes; the card's own size never changes. */
export const DISPLAY_SIZES = ['small', 'medium', 'large', 'full'] as const;
export type DisplaySize = (typeof DISPLAY_SIZES)[number];
