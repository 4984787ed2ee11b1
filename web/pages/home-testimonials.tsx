// The testimonials. Operators edit the messages file: a value that is no list counts as an empty one, invalid entries
// are left out, and a rating is clamped.

import { useMessages } from '../i18n/use-messages.ts';
import belowMessages from '#messages/home-below.json';
import { Carousel } from '../ui/carousel.tsx';
import { Section } from '../ui/section.tsx';

export const BEST_RATING = 5;

type TestimonialItem = {
  readonly name: string;
  readonly role: string;
  readonly content: string;
  /** Whole spots out of BEST_RATING. */
  readonly rating: number;
};

export function testimonialsOf(value: unknown): readonly TestimonialItem[] {
  return Array.isArray(value) ? value.flatMap(testimonialOf) : [];
}

function testimonialOf(value: unknown): readonly TestimonialItem[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, role, content, rating } = value as Partial<Record<keyof TestimonialItem, unknown>>;
  // All messages are texts, a rating too: "4".
  const spots = typeof rating === 'string' && rating.trim() !== '' ? Number(rating) : Number.NaN;
  if (!isText(name) || !isText(content) || Number.isNaN(spots)) return [];
  const bounded = Math.min(BEST_RATING, Math.max(0, Math.round(spots)));
  return [{ name, role: isText(role) ? role : '', content, rating: bounded }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

export function TestimonialsSection() {
  const t = useMessages(belowMessages.voices);
  const items = testimonialsOf(belowMessages.voices.items);
  if (items.length === 0) return null;
  return (
    <Section id="voices" title={t('title')} sample>
      <Carousel
        label={t('carousel')}
        slides={items.map((item) => ({ id: item.name, content: <Testimonial item={item} /> }))}
      />
    </Section>
  );
}

function Testimonial({ item: { name, role, content, rating } }: { readonly item: TestimonialItem }) {
  const t = useMessages(belowMessages.voices);
  return (
    <figure className="voice">
      <Rating rating={rating} text={t('rating', { rating, best: BEST_RATING })} />
      <blockquote>
        <p>{content}</p>
      </blockquote>
      <figcaption>
        <b>{name}</b>
        <span className="small muted">{role}</span>
      </figcaption>
    </figure>
  );
}

const STEP = 18;
const SPOTS = Array.from({ length: BEST_RATING }, (_, i) => i);

/** One spot per point, filled up to the rating. */
function Rating({ rating, text }: { readonly rating: number; readonly text: string }) {
  return (
    <>
      <span className="visually-hidden">{text}</span>
      <svg className="voice-rating" viewBox={`0 0 ${BEST_RATING * STEP} 14`} aria-hidden="true">
        {SPOTS.map((i) => (
          <circle key={i} className={i < rating ? 'spot' : 'hair'} cx={7 + i * STEP} cy="7" r="5.5" />
        ))}
      </svg>
    </>
  );
}
