import { DEPOSIT_FEE_BASIS_POINTS, tradeFeeCents } from '../../../worker/domain/fees.ts';
import { figures } from '../../i18n/figures.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { homeWords } from '../../i18n/words/home.ts';
import { Row, Rows } from '../../ui/rows.tsx';

/** The specification's fee table (section 9). Its traditional column is an example and says so (decision 11). */
const TRADES_CENTS = [100_000, 500_000, 1_000_000, 5_000_000] as const;
const EXAMPLE_FEE_BASIS_POINTS = 350;

const exampleFeeCents = (cents: number) => (cents * EXAMPLE_FEE_BASIS_POINTS) / 10_000;
const LONGEST_CENTS = exampleFeeCents(Math.max(...TRADES_CENTS));

export function FeeSection() {
  const t = useWords(homeWords);
  const f = useFormat();
  const named = figures(f.locale);
  const exampleFee = f.percentRound(EXAMPLE_FEE_BASIS_POINTS / 100);
  return (
    <section className="section" id="fees" aria-labelledby="fees-title">
      <div className="wrap fees-grid">
        <div className="fees-words">
          <h2 id="fees-title">{t('fees.title')}</h2>
          <p className="muted">{t('fees.text', named)}</p>
          <p className="muted">{t('fees.breakEven', named)}</p>
          <h3>{t('fees.deposits.title')}</h3>
          <DepositFees />
        </div>
        <div>
          <table className="fee-table">
            <caption className="visually-hidden">{t('fees.table')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('fees.trade')}</th>
                <td aria-hidden="true" />
                <th scope="col" className="ours">
                  {t('fees.ours', named)}
                </th>
                <th scope="col">{t('fees.example', { exampleFee })}</th>
                <th scope="col">{t('fees.saved')}</th>
              </tr>
            </thead>
            <tbody>
              {TRADES_CENTS.map((cents) => (
                <FeeRow key={cents} cents={cents} />
              ))}
            </tbody>
          </table>
          <p className="tiny quiet fee-note">{t('fees.note', { exampleFee })}</p>
        </div>
      </div>
    </section>
  );
}

function FeeRow({ cents }: { readonly cents: number }) {
  const t = useWords(homeWords);
  const f = useFormat();
  const named = figures(f.locale);
  const ours = tradeFeeCents(cents);
  const example = exampleFeeCents(cents);
  const exampleFee = f.percentRound(EXAMPLE_FEE_BASIS_POINTS / 100);
  return (
    <tr>
      <th scope="row" className="num">
        {f.moneyRound(cents)}
      </th>
      <td className="fee-bars" aria-hidden="true">
        <svg width="100%" height="20">
          <rect className="ours" width={`${(ours / LONGEST_CENTS) * 100}%`} height="7" />
          <rect y="13" width={`${(example / LONGEST_CENTS) * 100}%`} height="7" />
        </svg>
      </td>
      <td className="num ours" data-l={t('fees.ours', named)}>
        {f.moneyRound(ours)}
      </td>
      <td className="num" data-l={t('fees.example', { exampleFee })}>
        {f.moneyRound(example)}
      </td>
      <td className="num saved" data-l={t('fees.saved')}>
        {f.moneyRound(example - ours)}
      </td>
    </tr>
  );
}

function DepositFees() {
  const t = useWords(homeWords);
  const f = useFormat();
  const fee = (basisPoints: number) =>
    basisPoints === 0 ? t('fees.deposits.free') : f.percentRound(basisPoints / 100);
  return (
    <Rows>
      <Row label={t('fees.deposits.bank')}>{fee(DEPOSIT_FEE_BASIS_POINTS.bank_transfer)}</Row>
      <Row label={t('fees.deposits.wire')}>{fee(DEPOSIT_FEE_BASIS_POINTS.wire)}</Row>
      <Row label={t('fees.deposits.card')}>{fee(DEPOSIT_FEE_BASIS_POINTS.debit_card)}</Row>
    </Rows>
  );
}
