import type { UseQueryResult } from '@tanstack/react-query';
import type { MoneyInput } from '../../i18n/money-input.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { BrlTerms } from '../../../worker/contract/pix.ts';
import { PIX_LOCK_MS } from '../../../worker/domain/limits.ts';
import type { BrlMethod } from '../../../worker/domain/pix.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { exchangeOf, readReais } from './reais.ts';
import { ReaisBasis, ReaisRows } from './reais-rows.tsx';

type ReaisPreviewProps = {
  readonly method: BrlMethod;
  readonly input: MoneyInput;
  readonly terms: UseQueryResult<BrlTerms>;
};

/** The price of the typed deposit at the rate of now, and what decides about it. */
export function ReaisPreview({
  method,
  input,
  terms: { data, error, refetch, isFetching },
}: ReaisPreviewProps) {
  const t = useMessages(reaisMessages);
  const f = useFormat();
  const read = readReais(input, f.locale, exchangeOf(data));
  const terms = data ?? null;
  const rate = terms?.rate ?? null;
  return (
    <>
      <div>
        <ReaisRows
          usdCents={read.ok ? read.usdCents : null}
          cost={read.ok ? read.cost : null}
          rate={rate}
          terms={terms}
          total="toPay"
        />
        <ReaisBasis rate={rate} terms={terms} />
        {read.ok && read.leftBrlCents > 0 && (
          <p className="tiny quiet">{t('rounded', { left: f.money(read.leftBrlCents, 'BRL') })}</p>
        )}
      </div>
      {terms === null && error !== null && (
        <ProblemNotice error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {terms?.needsCpf === true && <ProblemNotice error={{ code: 'PixNeedsCpf' }} />}
      {terms !== null && rate === null && <ProblemNotice error={{ code: 'RateUnavailable' }} />}
      <p className="small muted">
        {t(`rate.${method}`, { minutes: PIX_LOCK_MS / MINUTE_MS })} {terms?.needsCpf !== true && t('own')}
      </p>
    </>
  );
}
