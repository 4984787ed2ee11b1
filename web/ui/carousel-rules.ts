// When a carousel moves by itself: from the start, except under the mouse, under the focus and for a user who asked for
// less motion. Its button overrides all of these.

/** What the user asked for with the button: nothing yet, to stop, to move. */
export type CarouselWish = 'none' | 'still' | 'moving';

export type CarouselSituation = {
  readonly wish: CarouselWish;
  readonly hovered: boolean;
  readonly focused: boolean;
  readonly reducedMotion: boolean;
};

/** Whether it moves when neither hovered nor focused: its button then stops it, otherwise starts it. */
export function movesAlone({
  wish,
  reducedMotion,
}: Pick<CarouselSituation, 'wish' | 'reducedMotion'>): boolean {
  return wish === 'moving' || (wish === 'none' && !reducedMotion);
}

/** Whether it moves now. Pressing "start" leaves the focus on the button, so focus must not stop it then. */
export function movesNow({ hovered, focused, ...situation }: CarouselSituation): boolean {
  return movesAlone(situation) && !hovered && (!focused || situation.wish === 'moving');
}

/** The wish after the focus has left: from then on focus stops it again. Under reduced motion the wish stays. */
export function wishAfterLeaving({
  wish,
  reducedMotion,
}: Pick<CarouselSituation, 'wish' | 'reducedMotion'>): CarouselWish {
  return wish === 'moving' && !reducedMotion ? 'none' : wish;
}
