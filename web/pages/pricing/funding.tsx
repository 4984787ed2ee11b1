import {
  DEPOSIT_FEE_BASIS_POINTS,
  DEPOSIT_METHODS,
  depositFeeCents,
  type DepositMethod,
} from '../../../worker/domain/fees.ts';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import pricingMoreMessages from '#messages/pricing-more.json';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/note.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';

const RECOMMENDED: DepositMethod = 'bank_transfer';
const EXAMPLE_CENTS = 100_000;
const WITHDRAWAL_NOTES = ['bank', 'delivery', 'selling', 'later'] as const;

export function PricingFunding() {
  const t = useMessages(pricingMoreMessages);
  const f = useFormat();
  const named = businessTerms(f.locale);
  return (
    <>
      <Section id="funding" title={t('funding.title')} lead={t('funding.lead', named)} tight>
        <div className="grid-3">
          {DEPOSIT_METHODS.map((method) => (
            <Method key={method} method={method} />
          ))}
        </div>
        <p className="small muted pricing-note">{t('funding.note')}</p>
      </Section>
      <Section id="withdrawals" title={t('withdrawals.title')} lead={t('withdrawals.lead')} band tight>
        <Note tone="info" title={t('withdrawals.note')}>
          {t('withdrawals.noteText')}
        </Note>
        <ul className="plain-list">
          {WITHDRAWAL_NOTES.map((note) => (
            <li key={note}>{t(`withdrawals.${note}`)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Method({ method }: { readonly method: DepositMethod }) {
  const t = useMessages(pricingMoreMessages);
  const f = useFormat();
  const basisPoints = DEPOSIT_FEE_BASIS_POINTS[method];
  return (
    <article className="card pricing-card">
      <header>
        <h3>{t(`funding.methods.${method}.name`)}</h3>
        {method === RECOMMENDED && <Badge tone="success">{t('funding.recommended')}</Badge>}
      </header>
      <Rows>
        <Row label={t('funding.fee')}>
          {basisPoints === 0 ? t('funding.free') : f.percentRound(basisPoints / 100)}
        </Row>
        <Row label={t('funding.time')}>{t(`funding.methods.${method}.time`)}</Row>
        <Row label={t('funding.toPay', { amount: f.moneyRound(EXAMPLE_CENTS) })}>
          {f.money(EXAMPLE_CENTS + depositFeeCents(EXAMPLE_CENTS, method))}
        </Row>
      </Rows>
      <p className="small muted">{t(`funding.methods.${method}.text`)}</p>
    </article>
  );
}
