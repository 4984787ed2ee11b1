// Our fee beside an example of 3.5 %, for the four trades of the specification (C9). The example column is labelled as
// an example (P11). The page imports styles/prices.css.

import { businessTerms } from '../../i18n/business-terms.ts';
import { dollarCents } from '../../../worker/domain/exchange.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { useDisplay } from '../../i18n/display.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import pricingMessages from '#messages/pricing.json';
import { tradeFeeCents } from '../../../worker/domain/fees.ts';

/** With `totals` each fee shows the total of the purchase. */
export function FeeTable({ totals = false }: { readonly totals?: boolean }) {
  const t = useMessages(pricingMessages.fees);
  const f = useFormat();
  const exampleFee = f.percentRound(EXAMPLE_FEE_BASIS_POINTS / 100);
  return (
    <div>
      <table className="fee-table">
        <caption className="visually-hidden">{t('table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trade')}</th>
            <td aria-hidden="true" />
            <th scope="col" className="ours">
              {t('ours', businessTerms(f.locale))}
            </th>
            <th scope="col">{t('example', { exampleFee })}</th>
            <th scope="col">{t('saved')}</th>
          </tr>
        </thead>
        <tbody>
          {feeRows().map((row) => (
            <Row key={row.amountCents} row={row} totals={totals} />
          ))}
        </tbody>
      </table>
      <p className="tiny quiet fee-note">{t('note', { exampleFee })}</p>
    </div>
  );
}

function Row({ row, totals }: { readonly row: FeeRow; readonly totals: boolean }) {
  const t = useMessages(pricingMessages.fees);
  const f = useFormat();
  const currency = useCurrency();
  const exampleFee = f.percentRound(EXAMPLE_FEE_BASIS_POINTS / 100);
  return (
    <tr>
      <th scope="row" className="num">
        {f.moneyRound(row.amountCents, currency)}
        <InDollars cents={row.amountCents} />
      </th>
      <td className="fee-bars" aria-hidden="true">
        <svg width="100%" height="20">
          <rect className="ours" width={`${row.ourScale}%`} height="7" />
          <rect y="13" width={`${row.exampleScale}%`} height="7" />
        </svg>
      </td>
      <td className="num ours" data-l={t('ours', businessTerms(f.locale))}>
        {f.moneyRound(row.ourFeeCents, currency)}
        {totals && <Total label={t('oursTotal')} cents={row.ourTotalCents} />}
      </td>
      <td className="num" data-l={t('example', { exampleFee })}>
        {f.moneyRound(row.exampleFeeCents, currency)}
        {totals && <Total label={t('exampleTotal')} cents={row.exampleTotalCents} />}
      </td>
      <td className="num saved" data-l={t('saved')}>
        {f.moneyRound(row.savedCents, currency)}
      </td>
    </tr>
  );
}

function Total({ label, cents }: { readonly label: string; readonly cents: number }) {
  const f = useFormat();
  const currency = useCurrency();
  return (
    <span className="fee-total">
      <span className="visually-hidden">{label}: </span>
      {f.moneyRound(cents, currency)}
    </span>
  );
}

/** Beside a round amount of reais: what it is in dollars at the rate of now. The line is there before that is known. */
function InDollars({ cents }: { readonly cents: number }) {
  const f = useFormat();
  const { beside, rate } = useDisplay();
  if (beside === null) return null;
  return (
    <span className="fee-total">{rate === null ? '\u00a0' : f.money(dollarCents(cents, rate.usdBrlE4))}</span>
  );
}

/** Of the leading currency: the fee is a percentage, so no exchange rate is part of it. */
const TRADES_CENTS = [100_000, 500_000, 1_000_000, 5_000_000] as const;
const EXAMPLE_FEE_BASIS_POINTS = 350;

export type FeeRow = {
  readonly amountCents: number;
  readonly ourFeeCents: number;
  readonly ourTotalCents: number;
  readonly exampleFeeCents: number;
  readonly exampleTotalCents: number;
  readonly savedCents: number;
  /** Bars to one scale: percentages of the largest fee in the table. */
  readonly ourScale: number;
  readonly exampleScale: number;
};

const exampleFeeCents = (amountCents: number) => (amountCents * EXAMPLE_FEE_BASIS_POINTS) / 10_000;

export function feeRows(): FeeRow[] {
  const largest = exampleFeeCents(Math.max(...TRADES_CENTS));
  return TRADES_CENTS.map((amountCents) => {
    const ours = tradeFeeCents(amountCents);
    const example = exampleFeeCents(amountCents);
    return {
      amountCents,
      ourFeeCents: ours,
      ourTotalCents: amountCents + ours,
      exampleFeeCents: example,
      exampleTotalCents: amountCents + example,
      savedCents: example - ours,
      ourScale: (ours / largest) * 100,
      exampleScale: (example / largest) * 100,
    };
  });
}
