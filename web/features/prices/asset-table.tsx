// A comparison of asset classes: returns with their sources, and three judgements of our own that are marked as such
// (P11). Dollars and reais are two tables, never one ranking.

import { type ReactNode, useState } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { FactSources } from './fact-sources.tsx';
import {
  type AssetReturns,
  RETURN_CURRENCIES,
  RETURNS,
  type ReturnCurrency,
  volatilityOf,
} from './returns.ts';

const SPANS = ['years1', 'years5', 'years10'] as const;

export function AssetTable() {
  const t = useMessages(marketMessages.assets);
  const f = useFormat();
  const [chosen, choose] = useState<ReturnCurrency | null>(null);
  const currency = chosen ?? (f.locale === 'pt-BR' ? 'BRL' : 'USD');
  const assets = RETURNS[currency];
  return (
    <div className="asset-table">
      <SegmentedControl
        label={t('currency')}
        value={currency}
        onChange={choose}
        options={RETURN_CURRENCIES.map((value) => ({ value, label: t(`currencies.${value}`) }))}
      />
      <div className="card">
        <Comparison currency={currency} assets={assets} />
      </div>
      <p className="small muted">
        {t(`method.${currency}`)} {t('past')}
      </p>
      <details className="classes">
        <summary className="link">{t('classes.title')}</summary>
        <p>{t('classes.volatility')}</p>
        <p>{t('classes.liquidity')}</p>
        <p>{t('classes.hedge')}</p>
      </details>
      <FactSources sources={assets.map(({ source }) => source)} />
    </div>
  );
}

type ComparisonProps = { readonly currency: ReturnCurrency; readonly assets: readonly AssetReturns[] };

function Comparison({ currency, assets }: ComparisonProps) {
  const t = useMessages(marketMessages.assets);
  const messages = marketMessages.assets;
  const names: Readonly<Record<string, string>> = messages.names[currency];
  const details: Readonly<Record<string, string>> = messages.details[currency];
  return (
    <DataTable
      caption={t(`caption.${currency}`)}
      rowHeader="asset"
      columns={[
        { key: 'asset', label: t('asset') },
        ...SPANS.map((key) => ({ key, label: t(key), align: 'right' as const })),
        { key: 'volatility', label: t('volatility') },
        { key: 'liquidity', label: t('liquidity') },
        { key: 'hedge', label: t('hedge') },
      ]}
      rows={assets.map((asset) => ({
        id: asset.id,
        cells: {
          asset: (
            <>
              {names[asset.id]}
              <span className="sub">{details[asset.id]}</span>
            </>
          ),
          years1: <Return percent={asset.years1} />,
          years5: <Return percent={asset.years5} />,
          years10: <Return percent={asset.years10} />,
          volatility: t(`levels.${volatilityOf(asset)}`),
          liquidity: t(`levels.${asset.liquidity}`),
          hedge: asset.hedge === null ? <Unclassified /> : t(`hedges.${asset.hedge}`),
        },
      }))}
    />
  );
}

function Return({ percent }: { readonly percent: number | null }): ReactNode {
  const t = useMessages(marketMessages.assets);
  const f = useFormat();
  return percent === null ? (
    <>
      – <span className="visually-hidden">{t('noFigure')}</span>
    </>
  ) : (
    f.percent(percent, 'always', 1)
  );
}

function Unclassified() {
  const t = useMessages(marketMessages.assets);
  return (
    <>
      – <span className="sub">{t('unclassified')}</span>
    </>
  );
}
