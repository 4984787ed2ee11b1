import { DEPOSIT_FEE_BASIS_POINTS } from '../../../worker/domain/fees.ts';
import { FeeTable } from '../../features/prices/fee-table.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import homeFeesMessages from '#messages/home-fees.json';
import { Row, Rows } from '../../ui/rows.tsx';

export function FeeSection() {
  const t = useMessages(homeFeesMessages);
  const { locale } = useFormat();
  const named = businessTerms(locale);
  return (
    <section className="section" id="fees" aria-labelledby="fees-title">
      <div className="wrap fees-grid">
        <div className="fees-words">
          <h2 id="fees-title">{t('title')}</h2>
          <p className="muted">{t('text', named)}</p>
          <p className="muted">{t('breakEven', named)}</p>
          <p>
            <Link to="/pricing" className="link">
              {t('all')}
            </Link>
          </p>
          <h3>{t('deposits.title')}</h3>
          <DepositFees />
        </div>
        <FeeTable totals />
      </div>
    </section>
  );
}

function DepositFees() {
  const t = useMessages(homeFeesMessages);
  const f = useFormat();
  const fee = (basisPoints: number) =>
    basisPoints === 0 ? t('deposits.free') : f.percentRound(basisPoints / 100);
  return (
    <Rows>
      <Row label={t('deposits.bank')}>{fee(DEPOSIT_FEE_BASIS_POINTS.bank_transfer)}</Row>
      <Row label={t('deposits.wire')}>{fee(DEPOSIT_FEE_BASIS_POINTS.wire)}</Row>
      <Row label={t('deposits.card')}>{fee(DEPOSIT_FEE_BASIS_POINTS.debit_card)}</Row>
    </Rows>
  );
}
