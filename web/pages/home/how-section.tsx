import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import homeHowMessages from '#messages/home-how.json';
import { Drawing, type DrawingName } from '../../ui/drawing.tsx';
import { FlipCard } from '../../ui/flip-card.tsx';
import { Section } from '../../ui/section.tsx';

const STEPS = ['open', 'fund', 'hold', 'watch'] as const satisfies readonly DrawingName[];

export function HowSection() {
  const t = useMessages(homeHowMessages);
  const named = businessTerms(useLocale());
  return (
    <Section id="how" title={t('title')} lead={t('lead')}>
      <ol className="grid-4 how-steps">
        {STEPS.map((step) => {
          const title = t(`steps.${step}.title`);
          return (
            <li key={step}>
              <FlipCard
                title={title}
                short={t(`steps.${step}.short`, named)}
                long={t(`steps.${step}.long`, named)}
                picture={<Drawing name={step} />}
                turnLabel={t('turn', { title })}
              />
            </li>
          );
        })}
      </ol>
      <p className="section-foot">
        <StartLink />
      </p>
    </Section>
  );
}
