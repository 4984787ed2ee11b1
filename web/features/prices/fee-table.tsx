// Our fee beside an example of 3.5 %, for the specification's four trades. The page imports styles/fees.css.

import { figures } from '../../i18n/figures.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import feesMessages from '#messages/fees.json';
import { EXAMPLE_FEE_BASIS_POINTS, type FeeRow, feeRows } from './fee-rows.ts';

/** With `totals` each fee carries what the whole purchase comes to. */
export function FeeTable({ totals = false }: { readonly totals?: boolean }) {
  const t = useMessages(feesMessages);
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
              {t('ours', figures(f.locale))}
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
  const t = useMessages(feesMessages);
  const f = useFormat();
  const exampleFee = f.percentRound(EXAMPLE_FEE_BASIS_POINTS / 100);
  return (
    <tr>
      <th scope="row" className="num">
        {f.moneyRound(row.amountCents)}
      </th>
      <td className="fee-bars" aria-hidden="true">
        <svg width="100%" height="20">
          <rect className="ours" width={`${row.ourScale}%`} height="7" />
          <rect y="13" width={`${row.exampleScale}%`} height="7" />
        </svg>
      </td>
      <td className="num ours" data-l={t('ours', figures(f.locale))}>
        {f.moneyRound(row.ourFeeCents)}
        {totals && <Total words={t('oursTotal')} cents={row.ourTotalCents} />}
      </td>
      <td className="num" data-l={t('example', { exampleFee })}>
        {f.moneyRound(row.exampleFeeCents)}
        {totals && <Total words={t('exampleTotal')} cents={row.exampleTotalCents} />}
      </td>
      <td className="num saved" data-l={t('saved')}>
        {f.moneyRound(row.savedCents)}
      </td>
    </tr>
  );
}

function Total({ words, cents }: { readonly words: string; readonly cents: number }) {
  const f = useFormat();
  return (
    <span className="fee-total">
      <span className="visually-hidden">{words}: </span>
      {f.moneyRound(cents)}
    </span>
  );
}
