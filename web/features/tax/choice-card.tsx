// What the customer chooses for a year: the method of its costs, and under which law to look at it.

import { afterwards } from '../../api/afterwards.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { Select } from '../../ui/select.tsx';
import type { TaxChoiceChange, TaxYear } from '../../../worker/contract/tax.ts';
import {
  TAX_REGIMES,
  TAX_SOURCES,
  type TaxRegime,
  type TaxSource,
} from '../../../worker/domain/tax/regimes.ts';
import { TAX_METHODS } from '../../../worker/domain/tax/workbook.ts';
import { useDay } from './figures.tsx';
import { useChoose } from './queries.ts';

const NONE = 'none';

/** The texts that a reading stands on. */
const SOURCES: Readonly<Record<TaxRegime, readonly TaxSource[]>> = {
  A: ['financialGold', 'goldExemption', 'goldRates'],
  B: ['smallValue', 'goodsRates', 'lapsedMeasure'],
  C: ['abroad'],
};

export function ChoiceCard({ year }: { readonly year: TaxYear }) {
  const t = useMessages(taxMessages.choice);
  const words = useMessages(taxMessages);
  const showError = useErrorToast();
  const dayOf = useDay();
  const choose = useChoose(year.year);
  const { methodFixedAt } = year.choice;
  const asked = choose.isPending ? choose.variables : {};
  // What was pressed is shown while it is being saved.
  const method = asked.method === undefined ? year.choice.method : asked.method;
  const regime = asked.regime === undefined ? year.choice.regime : asked.regime;
  const save = (chosen: TaxChoiceChange) =>
    afterwards(choose.mutateAsync(chosen), {
      onError: (error) => showError(t('failed'), error, 'tax-choice'),
    });
  const isFixed = methodFixedAt !== null;
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <Select
          label={t('method')}
          hint={t('methodText')}
          value={method ?? NONE}
          disabled={isFixed}
          options={[
            { value: NONE, label: t('none') },
            ...TAX_METHODS.map((one) => ({ value: one, label: words(`methods.${one}`) })),
          ]}
          onChange={(one) => save({ method: one === NONE ? null : one })}
        />
        <p className="small quiet">
          {isFixed ? t('fixed', { day: dayOf(methodFixedAt.slice(0, 10)) }) : t('fixes')}
        </p>
        {year.methodBefore !== null && method !== null && year.methodBefore !== method && (
          <Note tone="warning" icon="alert">
            {t('changed')}
          </Note>
        )}
        <Select
          label={t('regime')}
          value={regime ?? NONE}
          options={[
            { value: NONE, label: t('regimeNone') },
            ...TAX_REGIMES.map((one) => ({ value: one, label: words(`regimes.${one}.name`) })),
          ]}
          onChange={(one) => save({ regime: one === NONE ? null : one })}
        />
        {regime !== null && <RegimeText regime={regime} />}
      </div>
    </Card>
  );
}

function RegimeText({ regime }: { readonly regime: TaxRegime }) {
  const t = useMessages(taxMessages.regimes);
  // Silver stays goods under A.
  const sources = regime === 'A' ? [...SOURCES.A, ...SOURCES.B] : SOURCES[regime];
  return (
    <div className="stack-close">
      <p className="small">{t(`${regime}.text`)}</p>
      {regime !== 'C' && <p className="small">{t('counsel')}</p>}
      <p className="small quiet" lang="pt-BR">
        {t('sources')}:{' '}
        {sources.map((source, index) => (
          <span key={source}>
            {index > 0 && ' · '}
            <a href={TAX_SOURCES[source].url} className="link" rel="noreferrer">
              {TAX_SOURCES[source].name}
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}
