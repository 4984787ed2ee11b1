// The moving part of a carousel: embla scrolls, its autoplay counts, carousel-rules.ts decides.

import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { type CarouselWish, movesAlone, movesNow, wishAfterLeaving } from './carousel-rules.ts';
import { REDUCED_MOTION, useMedia } from './use-media.ts';

/** Account spec, sections 4 and 9: every 5 s, wrapping. */
export const CAROUSEL_STEP_MS = 5_000;

export function useCarousel() {
  const reducedMotion = useMedia(REDUCED_MOTION);
  const [wish, setWish] = useState<CarouselWish>('none');
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // The plugin only counts: its own ideas of when to stop are off.
  const [autoplay] = useState(() =>
    Autoplay({ delay: CAROUSEL_STEP_MS, playOnInit: false, stopOnFocusIn: false }),
  );
  const [viewport, embla] = useEmblaCarousel({ loop: true }, [autoplay]);
  const [selected, setSelected] = useState(0);
  const moving = movesNow({ wish, hovered, focused, reducedMotion });

  useEffect(() => {
    if (embla === undefined) return;
    const selectionChanged = () => setSelected(embla.selectedScrollSnap());
    embla.on('select', selectionChanged);
    return () => void embla.off('select', selectionChanged);
  }, [embla]);

  useEffect(() => {
    if (embla === undefined) return;
    const obey = () => (moving ? autoplay.play(reducedMotion) : autoplay.stop());
    obey();
    // A finger on the slides stops the plugin's count: back to what was decided when it is lifted.
    embla.on('pointerUp', obey);
    return () => void embla.off('pointerUp', obey);
  }, [embla, autoplay, moving, reducedMotion]);

  const turn = {
    previous: () => embla?.scrollPrev(reducedMotion),
    next: () => embla?.scrollNext(reducedMotion),
    first: () => embla?.scrollTo(0, reducedMotion),
    last: () => embla?.scrollTo(embla.scrollSnapList().length - 1, reducedMotion),
  };
  return {
    viewport,
    live: embla !== undefined,
    selected,
    moving,
    movesAlone: movesAlone({ wish, reducedMotion }),
    toggle: () => setWish(movesAlone({ wish, reducedMotion }) ? 'still' : 'moving'),
    ...turn,
    watch: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return;
        setFocused(false);
        setWish(wishAfterLeaving({ wish, reducedMotion }));
      },
      onKeyDown: (event: KeyboardEvent) => {
        const go = { ArrowLeft: turn.previous, ArrowRight: turn.next, Home: turn.first, End: turn.last }[
          event.key
        ];
        if (go === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        go();
      },
    },
  };
}
