// An estimate of the tax, for who asks for one: computed here, at that moment, and in no file.

import { useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table } from '../../ui/data-table.tsx';
import type { TaxYear } from '../../../worker/contract/tax.ts';
import { estimateOf, type TaxRegime } from '../../../worker/domain/tax/regimes.ts';
import type { TaxMethod } from '../../../worker/domain/tax/workbook.ts';
import { Reais, useMonth } from './figures.tsx';

export function EstimateCard({ year }: { readonly year: TaxYear }) {
  const t = useMessages(taxMessages.estimate);
  const [isAsked, setAsked] = useState(false);
  const { method, regime } = year.choice;
  const isChosen = method !== null && regime !== null;
  return (
    <Card title={t('title')}>
      <div className="tax-inset stack">
        <p className="muted">{t('text')}</p>
        {isChosen ? (
          <div>
            <Button aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
              {t(isAsked ? 'hide' : 'ask')}
            </Button>
          </div>
        ) : (
          <p className="small quiet">{t('needs')}</p>
        )}
      </div>
      {isAsked && isChosen && <Estimate months={year.months} method={method} regime={regime} />}
    </Card>
  );
}

type EstimateProps = {
  readonly months: TaxYear['months'];
  readonly method: TaxMethod;
  readonly regime: TaxRegime;
};

function Estimate({ months, method, regime }: EstimateProps) {
  const t = useMessages(taxMessages.estimate);
  const words = useMessages(taxMessages);
  const nameOf = useMonth();
  const lines = estimateOf(months, regime, method);
  const title = t('label', { regime, method: words(`methods.${method}`).toLowerCase() });
  return (
    <>
      <p className="tax-inset tax-label">{title}</p>
      {lines.length === 0 ? (
        <p className="tax-inset">{t('none')}</p>
      ) : (
        <Table
          caption={title}
          rows={lines}
          rowKey={({ period, metal }) => `${period} ${metal}`}
          columns={[
            {
              key: 'period',
              label: t('period'),
              header: true,
              render: ({ period, metal }) => (
                <>
                  {period.length === 4 ? period : nameOf(period)}
                  <span className="sub">{metal === null ? t('both') : words(`metals.${metal}`)}</span>
                </>
              ),
            },
            {
              key: 'proceeds',
              label: t('proceeds'),
              align: 'right',
              render: ({ proceeds }) => <Reais cost={proceeds} />,
            },
            {
              key: 'gain',
              label: t('gain'),
              align: 'right',
              render: ({ gain }) => <Reais cost={gain} signed />,
            },
            {
              key: 'verdict',
              label: t('verdict'),
              render: ({ verdict }) => (
                <Badge tone={verdict === 'pending' ? 'pending' : 'neutral'}>{t(`verdicts.${verdict}`)}</Badge>
              ),
            },
            {
              key: 'tax',
              label: t('tax'),
              align: 'right',
              render: ({ verdict, tax }) => (verdict === 'beyond' ? '–' : <Reais cost={tax} />),
            },
          ]}
        />
      )}
      <p className="tax-inset small muted">{t('limits')}</p>
    </>
  );
}
