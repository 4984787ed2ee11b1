import { useMessages } from '../../i18n/use-messages.ts';
import homeVoicesMessages from '#messages/home-voices.json';
import { Carousel } from '../../ui/carousel.tsx';
import { Section } from '../../ui/section.tsx';
import { BEST_RATING, type Voice, voicesOf } from './voices.ts';

export function VoicesSection() {
  const t = useMessages(homeVoicesMessages);
  const voices = voicesOf(homeVoicesMessages.items);
  if (voices.length === 0) return null;
  return (
    <Section id="voices" title={t('title')} sample>
      <Carousel
        label={t('carousel')}
        slides={voices.map((voice) => ({ id: voice.name, content: <Testimonial voice={voice} /> }))}
      />
    </Section>
  );
}

function Testimonial({ voice: { name, role, content, rating } }: { readonly voice: Voice }) {
  const t = useMessages(homeVoicesMessages);
  return (
    <figure className="voice">
      <Rating rating={rating} words={t('rating', { rating, best: BEST_RATING })} />
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

/** Spots of the mark, filled up to the rating. */
function Rating({ rating, words }: { readonly rating: number; readonly words: string }) {
  return (
    <>
      <span className="visually-hidden">{words}</span>
      <svg className="voice-rating" viewBox={`0 0 ${BEST_RATING * STEP} 14`} aria-hidden="true">
        {SPOTS.map((i) => (
          <circle key={i} className={i < rating ? 'spot' : 'hair'} cx={7 + i * STEP} cy="7" r="5.5" />
        ))}
      </svg>
    </>
  );
}
