// Slides one at a time. Until its code has come, and without any script, they are a list that scrolls sideways inside
// its own box. All slides stay readable for a screen reader: nobody should have to wait for a text to come round.

import type { ReactNode } from 'react';
import carouselMessages from '#messages/carousel.json';
import { useMessages } from '../i18n/use-messages.ts';
import { IconButton } from './icon-button.tsx';
import { useCarousel } from './use-carousel.ts';

type CarouselProps = {
  /** What the slides are, as a heading would say it. */
  readonly label: string;
  readonly slides: readonly { readonly id: string; readonly content: ReactNode }[];
};

export function Carousel({ label, slides }: CarouselProps) {
  const t = useMessages(carouselMessages);
  const { viewport, live, selected, moving, movesAlone, toggle, previous, next, watch } = useCarousel();
  const place = (n: number) => t('place', { n, total: slides.length });
  return (
    // A group, not a landmark: the section around it has the same name already.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form and nothing to fold: the other tags do not fit
      role="group"
      aria-roledescription={t('carousel')}
      aria-label={label}
      className="carousel"
      data-live={live || undefined}
      {...watch}
    >
      {/* Focusable while it is a list that scrolls; afterwards the buttons turn it. */}
      <div ref={viewport} className="carousel-viewport" {...(live ? {} : { tabIndex: 0 })}>
        <ul className="carousel-slides">
          {slides.map(({ id, content }) => (
            <li key={id} className="carousel-slide">
              {content}
            </li>
          ))}
        </ul>
      </div>
      <div className="carousel-controls">
        <IconButton outlined icon="previous" label={t('previous')} onClick={previous} />
        <IconButton outlined icon="arrow" label={t('next')} onClick={next} />
        <IconButton
          icon={movesAlone ? 'pause' : 'play'}
          label={movesAlone ? t('pause') : t('play')}
          onClick={toggle}
        />
        {/* Said when the reader turned it, not when it turned itself. */}
        <p className="carousel-place small muted num" aria-live={moving ? 'off' : 'polite'}>
          {place(selected + 1)}
        </p>
      </div>
    </div>
  );
}
