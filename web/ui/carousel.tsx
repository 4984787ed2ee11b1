// One slide at a time: a list that scrolls sideways and snaps (styles/home.css), with buttons, keys and a timer
// after hydration. Every slide stays readable for a screen reader at any time.

import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useHydrated } from '../i18n/use-hydrated.ts';
import { useMessages } from '../i18n/use-messages.ts';
import uiMessages from '#messages/ui.json';
import { IconButton } from './icon-button.tsx';
import { REDUCED_MOTION, useMedia } from './use-media.ts';

/** A4, A9: every 5 s, wrapping. */
const STEP_MS = 5_000;
/** More than half of a slide is in view: it is the selected one. */
const MOSTLY_VISIBLE = 0.6;

type CarouselProps = {
  /** The content of the slides, as a heading would name it. */
  readonly label: string;
  readonly slides: readonly { readonly id: string; readonly content: ReactNode }[];
};

export function Carousel({ label, slides }: CarouselProps) {
  const t = useMessages(uiMessages.carousel);
  const live = useHydrated();
  const { viewport, selected, show } = useSlides(slides.length);
  const { moving, startsAlone, toggle, watch } = useMotion();
  const showAfter = useEffectEvent((slide: number) => show(slide + 1));
  useEffect(() => {
    if (!moving) return;
    // One timer per slide: after a turn by the user the next one is a full step away.
    const timer = setTimeout(() => showAfter(selected), STEP_MS);
    return () => clearTimeout(timer);
  }, [moving, selected]);

  const keys = {
    onKeyDown(event: KeyboardEvent): void {
      const to = { ArrowLeft: selected - 1, ArrowRight: selected + 1, Home: 0, End: slides.length - 1 }[
        event.key
      ];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(to);
    },
  };

  return (
    // A group, not a landmark: the section around it has the same name already.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form and nothing to fold: the other tags do not fit
      role="group"
      aria-roledescription={t('carousel')}
      aria-label={label}
      className="carousel"
      data-live={live || undefined}
      {...keys}
      {...watch}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={viewport} className="carousel-viewport" tabIndex={0}>
        <ul className="carousel-slides">
          {slides.map(({ id, content }) => (
            <li key={id} className="carousel-slide">
              {content}
            </li>
          ))}
        </ul>
      </div>
      <div className="carousel-controls">
        <IconButton outlined icon="previous" label={t('previous')} onClick={() => show(selected - 1)} />
        <IconButton outlined icon="arrow" label={t('next')} onClick={() => show(selected + 1)} />
        <IconButton
          icon={startsAlone ? 'pause' : 'play'}
          label={startsAlone ? t('pause') : t('play')}
          onClick={toggle}
        />
        {/* Announced when the user turned the slides, not when the timer did. */}
        <p className="carousel-place small muted num" aria-live={moving ? 'off' : 'polite'}>
          {t('place', { n: selected + 1, total: slides.length })}
        </p>
      </div>
    </div>
  );
}

/** Which slide is shown. The user may also scroll or swipe: the selection follows. */
function useSlides(count: number) {
  const viewport = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  /** The slide that the list scrolls to: the slides on the way are not selected. */
  const target = useRef<number | null>(null);

  useEffect(() => {
    const root = viewport.current;
    if (root === null) return;
    const slides = slidesOf(root);
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = new Set(
          entries.filter(({ isIntersecting }) => isIntersecting).map((entry) => entry.target),
        );
        const shown = slides.findIndex((slide) => inView.has(slide));
        if (shown < 0 || (target.current !== null && target.current !== shown)) return;
        target.current = null;
        setSelected(shown);
      },
      { root, threshold: MOSTLY_VISIBLE },
    );
    for (const slide of slides) observer.observe(slide);
    // The user scrolls: the target no longer applies.
    const forget = () => {
      target.current = null;
    };
    root.addEventListener('pointerdown', forget);
    root.addEventListener('wheel', forget, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener('pointerdown', forget);
      root.removeEventListener('wheel', forget);
    };
  }, []);

  function show(n: number): void {
    const to = (n + count) % count;
    const root = viewport.current;
    if (root === null) return;
    const slide = slidesOf(root)[to];
    if (slide === undefined) return;
    target.current = to;
    setSelected(to);
    root.scrollTo({
      left: slide.offsetLeft,
      behavior: matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth',
    });
  }
  return { viewport, selected, show };
}

function slidesOf(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.carousel-slide')];
}

/** Whether the slides turn by themselves. */
function useMotion() {
  const reducedMotion = useMedia(REDUCED_MOTION);
  const [request, setWish] = useState<CarouselRequest>('none');
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const startsAlone = movesAlone({ request, reducedMotion });
  return {
    moving: movesNow({ request, hovered, focused, reducedMotion }),
    startsAlone,
    toggle: () => setWish(startsAlone ? 'still' : 'moving'),
    watch: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return;
        setFocused(false);
        setWish(requestAfterLeaving({ request, reducedMotion }));
      },
    },
  };
}

/** What the user requested with the button: nothing yet, to stop, to move. */
type CarouselRequest = 'none' | 'still' | 'moving';

export type CarouselSituation = {
  readonly request: CarouselRequest;
  readonly hovered: boolean;
  readonly focused: boolean;
  readonly reducedMotion: boolean;
};

/** Whether it moves when neither hovered nor focused: its button then stops it, otherwise starts it. */
export function movesAlone({
  request,
  reducedMotion,
}: Pick<CarouselSituation, 'request' | 'reducedMotion'>): boolean {
  return request === 'moving' || (request === 'none' && !reducedMotion);
}

/** Whether it moves now. Pressing "start" leaves the focus on the button, so focus must not stop it then. */
export function movesNow({ hovered, focused, ...situation }: CarouselSituation): boolean {
  return movesAlone(situation) && !hovered && (!focused || situation.request === 'moving');
}

/**
 * The request after the focus has left: from then on focus stops the carousel again. Under reduced motion the request
 * stays.
 */
export function requestAfterLeaving({
  request,
  reducedMotion,
}: Pick<CarouselSituation, 'request' | 'reducedMotion'>): CarouselRequest {
  return request === 'moving' && !reducedMotion ? 'none' : request;
}
