import { tradeFeeCents } from '../../../worker/domain/fees.ts';
import { FeeTable } from '../../features/prices/fee-table.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { TRUE_MINUS } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import pricingMoreMessages from '#messages/pricing-more.json';
import { Row, Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';

export function PricingFees() {
  const t = useMessages(pricingMoreMessages);
  const f = useFormat();
  return (
    <Section id="fees" title={t('fees.title')} lead={t('fees.lead', businessTerms(f.locale))} band tight>
      <FeeTable totals />
      <WorkedExample />
    </Section>
  );
}

/** One thousand dollars of metal, bought and sold again at the same price. */
const EXAMPLE_CENTS = 100_000;

function WorkedExample() {
  const t = useMessages(pricingMoreMessages);
  const f = useFormat();
  const named = businessTerms(f.locale);
  const fee = tradeFeeCents(EXAMPLE_CENTS);
  return (
    <div className="worked">
      <h3>{t('example.title')}</h3>
      <div className="grid-2">
        <div className="card pricing-card">
          <h4>{t('example.buy')}</h4>
          <Rows>
            <Row label={t('example.metal')}>{f.money(EXAMPLE_CENTS)}</Row>
            <Row label={t('example.fee', named)}>{f.money(fee, 'USD', 'always')}</Row>
            <Row label={t('example.paid')} sum>
              {f.money(EXAMPLE_CENTS + fee)}
            </Row>
          </Rows>
        </div>
        <div className="card pricing-card">
          <h4>{t('example.sell')}</h4>
          <Rows>
            <Row label={t('example.metal')}>{f.money(EXAMPLE_CENTS)}</Row>
            <Row label={t('example.fee', named)}>
              {TRUE_MINUS}
              {f.money(fee)}
            </Row>
            <Row label={t('example.received')} sum>
              {f.money(EXAMPLE_CENTS - fee)}
            </Row>
          </Rows>
        </div>
      </div>
      <p className="muted">{t('example.breakEven', { ...named, cost: f.money(2 * fee) })}</p>
    </div>
  );
}
