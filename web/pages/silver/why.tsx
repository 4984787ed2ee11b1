import { FactSources } from '../../features/prices/fact-sources.tsx';
import { SILVER, SOURCES } from '../../features/prices/facts.ts';
import { CardPicture } from '../../features/site/card-picture.tsx';
import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import silverMoreMessages from '#messages/silver-more.json';
import { CardDrawing } from '../../ui/card-drawing.tsx';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { LinkCard } from '../../ui/link-card.tsx';
import { Section } from '../../ui/section.tsx';

/** The specification's catalogue of this page's cards (second document, section 3), and where each leads. */
const CARDS = { quality: '/learn', vault: '/signup', authenticity: '/tools' } as const;
const CARD_IDS = ['quality', 'vault', 'authenticity'] as const;

export function SilverWhy() {
  const t = useMessages(silverMoreMessages);
  const f = useFormat();
  const named = { ...businessTerms(f.locale), fineness: f.integer(SILVER.barFineness.value) };
  return (
    <>
      <Section id="why" title={t('why.title')} lead={t('why.lead')} tight>
        <div className="grid-3">
          {CARD_IDS.map((card) => (
            <LinkCard
              key={card}
              to={CARDS[card]}
              picture={
                <CardPicture page="silver" card={card} room="drawing">
                  <CardDrawing name={card} />
                </CardPicture>
              }
              title={t(`why.${card}.title`)}
              text={t(`why.${card}.text`, named)}
              linkText={t(`why.${card}.link`)}
            />
          ))}
        </div>
        <FactSources sources={[SOURCES.silverBar]} />
      </Section>
      <ClosingCall title={t('close.title')} text={t('close.text', named)}>
        <StartLink variant="inverse" size="large" />
      </ClosingCall>
    </>
  );
}
