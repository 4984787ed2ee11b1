import { useState } from 'react';
import { asOfText, FactSources } from '../features/prices/fact-sources.tsx';
import { CENTRAL_BANKS, GOLD, GOLD_DEMAND, SOURCES } from '../features/prices/facts.ts';
import { ShareTable } from '../features/prices/share-table.tsx';
import { businessTerms } from '../i18n/business-terms.ts';
import { Link } from '../i18n/link.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import goldMessages from '#messages/gold.json';
import marketMessages from '#messages/market.json';
import { ClosingCall } from '../ui/closing-call.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Note } from '../ui/note.tsx';
import { MetalCards, MetalCharts } from './metal-sections.tsx';
import { Section } from '../ui/section.tsx';
import { BuyOrStart } from './trade-actions.tsx';

function GoldDemand() {
  const t = useMessages(goldMessages.more);
  const names = useMessages(marketMessages);
  return (
    <Section id="demand" title={t('demand.title')} lead={t('demand.lead')} tight>
      <ShareTable
        caption={t('demand.caption')}
        parts={GOLD_DEMAND}
        total={GOLD.demand.value}
        unit="tonnes"
        heading="sector"
        digits={1}
        totalName={names('total')}
        name={(sector) => names(`gold.${sector}`)}
      />
      <p className="small muted table-note">{t('demand.note')}</p>
      <FactSources sources={GOLD_DEMAND.map(({ source }) => source)} />
    </Section>
  );
}

function GoldReserves() {
  const t = useMessages(goldMessages.more);
  const names = useMessages(marketMessages);
  const f = useFormat();
  // Without a choice a phone shows the first five, and Brazil's.
  const [all, setAll] = useState(false);
  return (
    <Section id="central-banks" title={t('reserves.title')} lead={t('reserves.lead')} band tight>
      <div className="card reserves-table" data-all={all || undefined}>
        <DataTable
          caption={t('reserves.caption')}
          rowHeader="country"
          columns={[
            { key: 'country', label: names('country') },
            { key: 'tonnes', label: names('tonnes'), align: 'right' },
            { key: 'percent', label: t('reserves.percent'), align: 'right' },
            { key: 'asOf', label: t('reserves.asOf'), align: 'right' },
          ]}
          rows={CENTRAL_BANKS.map(({ country, tonnes, percentOfReserves, source }) => ({
            id: country,
            cells: {
              country: (
                <>
                  {names(`countries.${country}`)}
                  {country === 'br' && <span className="sub">{t('reserves.outside')}</span>}
                </>
              ),
              tonnes: f.decimal(tonnes, 1),
              percent: f.percent(percentOfReserves, 'none', 1),
              asOf: asOfText(f.locale, source.asOf),
            },
          }))}
        />
      </div>
      <Button full className="reserves-all" aria-expanded={all} onClick={() => setAll(!all)}>
        {t(all ? 'reserves.fewer' : 'reserves.all', { n: CENTRAL_BANKS.length })}
      </Button>
      <p className="small muted table-note">
        {t('reserves.note', { imf: f.decimal(GOLD.reservesImf.value, 1) })}{' '}
        {t('reserves.brazil', { bought: f.decimal(GOLD.brazilBought.value, 1) })}
      </p>
      <FactSources sources={[SOURCES.reserves, GOLD.brazilBought.source]} />
    </Section>
  );
}

/** The specification's catalogue of this page's cards (A3). */
const CARDS = ['purity', 'storage', 'certification'] as const;

function GoldWhy() {
  const t = useMessages(goldMessages.more);
  const f = useFormat();
  const fall = f.percent(Math.abs(GOLD.largestFall.value), 'none', 1);
  return (
    <>
      <Section id="why" title={t('why.title')} lead={t('why.lead')} tight>
        <MetalCards
          metal="gold"
          cards={CARDS.map((card) => ({
            card,
            to: '/learn',
            title: t(`why.${card}.title`),
            text: t(`why.${card}.text`, { fineness: f.integer(GOLD.barFineness.value) }),
            link: t(`why.${card}.link`),
          }))}
        />
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
        <BuyOrStart metal="gold" />
      </ClosingCall>
    </>
  );
}

export default function Below() {
  return (
    <>
      <MetalCharts metal="gold" />
      <GoldDemand />
      <GoldReserves />
      <GoldWhy />
    </>
  );
}
