// When a carousel moves by itself. It moves from the start, stands still under the mouse, under the focus and for whoever
// asked for less motion, and obeys its button before everything else.

/** What the reader asked for with the button: nothing yet, to stand still, to move. */
export type CarouselWish = 'none' | 'still' | 'moving';

export type CarouselSituation = {
  readonly wish: CarouselWish;
  readonly hovered: boolean;
  readonly focused: boolean;
  readonly reducedMotion: boolean;
};

/** Whether it moves when left alone: its button then offers to stop it, otherwise to start it. */
export function movesAlone({
  wish,
  reducedMotion,
}: Pick<CarouselSituation, 'wish' | 'reducedMotion'>): boolean {
  return wish === 'moving' || (wish === 'none' && !reducedMotion);
}

/** Whether it moves now. Pressing "start" leaves the focus on the button, so that focus does not stop it again. */
export function movesNow({ hovered, focused, ...situation }: CarouselSituation): boolean {
  return movesAlone(situation) && !hovered && (!focused || situation.wish === 'moving');
}

/** The wish once the focus has left: from then on the focus stops it again. Reduced motion keeps needing the wish. */
export function wishAfterLeaving({
  wish,
  reducedMotion,
}: Pick<CarouselSituation, 'wish' | 'reducedMotion'>): CarouselWish {
  return wish === 'moving' && !reducedMotion ? 'none' : wish;
}
