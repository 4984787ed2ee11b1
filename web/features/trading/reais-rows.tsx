// The price of dollars in reais, line by line: on the form, beside the code to pay, and on the receipt.

import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { Money } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { BrlDeposit, BrlTerms } from '../../../worker/contract/pix.ts';
import type { ReaisCost } from '../../../worker/domain/pix.ts';

type ReaisRowsProps = {
  /** Null while nothing is typed: the lines stay, with dashes. */
  readonly usdCents: number | null;
  readonly cost: ReaisCost | null;
  readonly rate: { readonly e4: number; readonly asOf: string } | null;
  readonly terms: Pick<BrlTerms, 'spreadBasisPoints' | 'iofBasisPoints' | 'legalBasis' | 'fromDay'> | null;
  /** Of what is to be paid, of what was paid, and of what would have been. */
  readonly total: 'toPay' | 'paid' | 'wouldPay';
};

export function ReaisRows({ usdCents, cost, rate, terms, total }: ReaisRowsProps) {
  const t = useMessages(reaisMessages.rows);
  const f = useFormat();
  const reais = (cents: number | undefined) => <Money cents={cents ?? null} currency="BRL" />;
  const percent = (basisPoints: number | undefined) =>
    basisPoints === undefined ? '' : f.percentRound(basisPoints / 100);
  const isSimulated = terms !== null && terms.fromDay === null;
  const label = (line: 'spread' | 'iof', basisPoints: number | undefined) =>
    t(isSimulated ? `${line}Simulated` : line, { percent: percent(basisPoints) });
  return (
    <Rows waiting={cost === null}>
      <Row label={t('credited')}>
        <Money cents={usdCents} />
      </Row>
      <Row label={rate === null ? t('exchange') : t('exchangeAt', { rate: f.rate(rate.e4) })}>
        {reais(cost?.exchangeBrlCents)}
      </Row>
      <Row label={label('spread', terms?.spreadBasisPoints)}>{reais(cost?.spreadBrlCents)}</Row>
      <Row label={label('iof', terms?.iofBasisPoints)}>{reais(cost?.iofBrlCents)}</Row>
      <Row label={t(total)} sum>
        {reais(cost?.brlCents)}
      </Row>
    </Rows>
  );
}

type BasisProps = {
  readonly rate: { readonly asOf: string } | null;
  readonly terms: ReaisRowsProps['terms'];
};

/** When the rate was observed, and which rule sets the tax since when. */
export function ReaisBasis({ rate, terms }: BasisProps) {
  const t = useMessages(reaisMessages.rows);
  const f = useFormat();
  const observed = rate === null ? '' : t('observed', { time: f.dateTime(rate.asOf, 'clock') });
  const law =
    terms === null
      ? ''
      : terms.fromDay === null
        ? t('simulatedBasis')
        : t('basis', { law: terms.legalBasis ?? '', day: f.dateTime(terms.fromDay, 'dayMonthYear', 'UTC') });
  return <p className="tiny quiet">{[observed, law].filter((part) => part !== '').join(' ')}</p>;
}

/** The rate and the lines of a deposit, as `ReaisRows` takes them. */
export const linesOf = (deposit: BrlDeposit) => ({
  usdCents: deposit.usdCents,
  cost: deposit,
  rate: { e4: deposit.rateE4, asOf: deposit.rateAsOf },
  terms: deposit,
});
