import { FactSources } from '../../features/prices/fact-sources.tsx';
import { GOLD, SOURCES } from '../../features/prices/facts.ts';
import { CardPicture } from '../../features/site/card-picture.tsx';
import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import goldMoreMessages from '#messages/gold-more.json';
import { CardDrawing } from '../../ui/card-drawing.tsx';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { LinkCard } from '../../ui/link-card.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';

/** The specification's catalogue of this page's cards (second document, section 3). */
const CARDS = ['purity', 'storage', 'certification'] as const;

export function GoldWhy() {
  const t = useMessages(goldMoreMessages);
  const f = useFormat();
  const fall = f.percent(Math.abs(GOLD.largestFall.value), 'none', 1);
  return (
    <>
      <Section id="why" title={t('why.title')} lead={t('why.lead')} tight>
        <div className="grid-3">
          {CARDS.map((card) => (
            <LinkCard
              key={card}
              to="/learn"
              picture={
                <CardPicture page="gold" card={card} room="drawing">
                  <CardDrawing name={card} />
                </CardPicture>
              }
              title={t(`why.${card}.title`)}
              text={t(`why.${card}.text`, { fineness: f.integer(GOLD.barFineness.value) })}
              linkText={t(`why.${card}.link`)}
            />
          ))}
        </div>
        <div className="market-caution">
          <Note tone="info" title={t('why.caution.title')}>
            {t('why.caution.text', { fall })}{' '}
            <Link to="/legal/risk" className="link">
              {t('why.caution.link')}
            </Link>
          </Note>
        </div>
        <FactSources sources={[SOURCES.goodDelivery, SOURCES.monthlyAverages]} />
      </Section>
      <ClosingCall title={t('close.title')} text={t('close.text', businessTerms(f.locale))}>
        <StartLink variant="inverse" size="large" />
      </ClosingCall>
    </>
  );
}
