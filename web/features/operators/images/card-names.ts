// What the cards are called: on the page that visitors see, and in the catalogue of the specification.

import aboutMessages from '#messages/about.json';
import goldMessages from '#messages/gold.json';
import homeMessages from '#messages/home-below.json';
import learnMessages from '#messages/learn.json';
import operatorsImagesMessages from '#messages/operators-images.json';
import silverMessages from '#messages/silver.json';
import {
  type CardId,
  CARDS,
  type CardsOf,
  HOME_CARDS,
  LEARN_CARDS,
} from '../../../../worker/domain/card-catalogue.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import { messageList } from '../../../i18n/use-text.ts';

const home = homeMessages.why.cards;
const articles = messageList(learnMessages.journey.cards);
const article = (card: CardsOf<'learn'>) => articles.find(({ id }) => id === LEARN_CARDS[card])?.title ?? '';

/** By card, as the site shows it. */
const ON_SITE: Readonly<Record<CardId, string>> = {
  ...fromEach(CARDS.home, (card) => home[HOME_CARDS[card]].title),
  ...fromEach(CARDS.learn, article),
  ...fromEach(CARDS.about, (card) => aboutMessages[card].title),
  ...fromEach(CARDS.gold, (card) => goldMessages.more.why[card].title),
  ...fromEach(CARDS.silver, (card) => silverMessages.more.why[card].title),
};

function fromEach<C extends CardId>(cards: readonly C[], title: (card: C) => string): Record<C, string> {
  return Object.fromEntries(cards.map((card) => [card, title(card)])) as Record<C, string>;
}

/** Under both names: the page's first. */
export function useCardName(): (card: CardId) => string {
  const t = useMessages(operatorsImagesMessages.images);
  return (card) => t('cardNamed', { title: ON_SITE[card], card: t(`cards.${card}`) });
}
