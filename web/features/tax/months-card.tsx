// The months with sales: what was sold, how far that is to the limits of an exemption, the gain by both methods, and each sale.

import { useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { TaxYear } from '../../../worker/contract/tax.ts';
import {
  exemptionOf,
  FINANCIAL_GOLD_EXEMPT_CENTAVOS,
  SMALL_VALUE_EXEMPT_CENTAVOS,
  type TaxRegime,
} from '../../../worker/domain/tax/regimes.ts';
import { TAX_METHODS, type MonthOfMetal } from '../../../worker/domain/tax/workbook.ts';
import { Reais, useMonth, useReais } from './figures.tsx';
import { MonthPurchases, MonthSales } from './month-rows.tsx';

export function MonthsCard({ year }: { readonly year: TaxYear }) {
  const t = useMessages(taxMessages.months);
  const words = useMessages(taxMessages);
  const counts = new Map(year.counts.map((one) => [one.month, one]));
  const withSales = year.months.filter(({ month }) => (counts.get(month)?.disposals ?? 0) > 0);
  const bought = year.counts.filter(({ acquisitions }) => acquisitions > 0);
  return (
    <>
      <Card title={t('title')}>
        {withSales.length === 0 ? (
          <p className="tax-inset muted">{t('none')}</p>
        ) : (
          <>
            {withSales.map((month) => (
              <MonthBlock key={month.month} month={month} regime={year.choice.regime} />
            ))}
            {withSales.length < year.months.length && <p className="tax-inset small quiet">{t('others')}</p>}
          </>
        )}
      </Card>
      {bought.length > 0 && (
        <Card title={words('purchases.card')}>
          {bought.map(({ month }) => (
            <MonthPurchases key={month} month={month} />
          ))}
        </Card>
      )}
    </>
  );
}

type MonthBlockProps = { readonly month: TaxYear['months'][number]; readonly regime: TaxRegime | null };

function MonthBlock({ month: { month, metals }, regime }: MonthBlockProps) {
  const t = useMessages(taxMessages.months);
  const nameOf = useMonth();
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(month);
  return (
    <section className="tax-month" aria-label={name}>
      <h3>{name}</h3>
      {metals
        .filter(({ disposals, undone }) => disposals + undone.disposals > 0)
        .map((metal) => (
          <MetalBlock key={metal.metal} of={metal} regime={regime} />
        ))}
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'close' : 'open', { month: name })}
      </Button>
      {isOpen && <MonthSales month={month} />}
    </section>
  );
}

function MetalBlock({ of, regime }: { readonly of: MonthOfMetal; readonly regime: TaxRegime | null }) {
  const t = useMessages(taxMessages.months);
  const words = useMessages(taxMessages);
  const reais = useReais();
  const { metal, disposals, proceeds, gain, undone } = of;
  return (
    <div className="stack-close">
      <p className="tax-label">
        {words(`metals.${metal}`)} <span className="small quiet">{t.count('sales', disposals)}</span>
      </p>
      <Rows>
        <Row label={t('sum')}>
          <Reais cost={proceeds} />
        </Row>
        {TAX_METHODS.map((method) => (
          <Row key={method} label={`${t('gain')}: ${words(`methods.${method}`)}`}>
            <Reais cost={gain[method]} signed />
          </Row>
        ))}
      </Rows>
      {limitsOf(metal, regime).map(({ note, limit }) => (
        <div key={note} className="tax-meter">
          <p className="small">
            {t('meterText', { sum: reais(proceeds), limit: reais(limit) })}{' '}
            <span className="quiet">{t(`meterNote.${note}`)}</span>
          </p>
          {proceeds !== null && (
            <ProgressBar
              label={t('meter', { metal: words(`metals.${metal}`), limit: t(`meterNote.${note}`) })}
              value={proceeds}
              max={limit}
              text={t('meterText', { sum: reais(proceeds), limit: reais(limit) })}
            />
          )}
        </div>
      ))}
      {undone.disposals > 0 && (
        <p className="small quiet">{t.count('undone', undone.disposals, { sum: reais(undone.proceeds) })}</p>
      )}
    </div>
  );
}

type Limit = { readonly note: 'A' | 'B'; readonly limit: number };

/** Without a chosen reading both limits of gold; silver has one. */
function limitsOf(metal: MonthOfMetal['metal'], regime: TaxRegime | null): readonly Limit[] {
  const [financial, small] = [FINANCIAL_GOLD_EXEMPT_CENTAVOS, SMALL_VALUE_EXEMPT_CENTAVOS];
  if (regime === null) {
    const both: readonly Limit[] = [
      { note: 'A', limit: financial },
      { note: 'B', limit: small },
    ];
    return metal === 'gold' ? both : both.slice(1);
  }
  const limit = exemptionOf(regime, metal);
  return limit === null ? [] : [{ note: limit === financial ? 'A' : 'B', limit }];
}
