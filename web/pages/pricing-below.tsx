import { StartLink } from '../features/auth/start-link.tsx';
import { StorageFee } from '../features/site/storage-fee.tsx';
import { FeeTable } from '../features/prices/fee-table.tsx';
import { useCurrency } from '../i18n/currency.ts';
import { businessTerms } from '../i18n/business-terms.ts';
import { paymentTerms } from '../i18n/payment-terms.ts';
import { storageTerms } from '../i18n/storage-terms.ts';
import { TRUE_MINUS } from '../i18n/format.ts';
import { Link } from '../i18n/link.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import pricingMessages from '#messages/pricing.json';
import { Badge } from '../ui/badge.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { DEPOSIT_FEE_BASIS_POINTS, tradeFeeCents } from '../../worker/domain/fees.ts';
import { mulDiv } from '../../worker/domain/money.ts';
import { PAYOUT_METHODS } from '../../worker/domain/payout-accounts.ts';
import { withdrawalFeeCents } from '../../worker/domain/withdrawals.ts';
import { PageClosing } from './page-closing.tsx';

function PricingFees() {
  const t = useMessages(pricingMessages.more);
  const f = useFormat();
  return (
    <Section id="fees" title={t('fees.title')} lead={t('fees.lead', businessTerms(f.locale))} band tight>
      <FeeTable totals />
      <WorkedExample />
    </Section>
  );
}

/** A thousand of the reader's currency in metal, bought and sold again at the same price. */
const EXAMPLE_CENTS = 100_000;

function WorkedExample() {
  const t = useMessages(pricingMessages.more);
  const f = useFormat();
  const currency = useCurrency();
  const named = businessTerms(f.locale);
  const fee = tradeFeeCents(EXAMPLE_CENTS);
  return (
    <div className="worked">
      <h3>{t('example.title', { amount: f.moneyRound(EXAMPLE_CENTS, currency) })}</h3>
      <div className="grid-2">
        <div className="card pricing-card">
          <h4>{t('example.buy')}</h4>
          <Rows>
            <Row label={t('example.metal')}>{f.money(EXAMPLE_CENTS, currency)}</Row>
            <Row label={t('example.fee', named)}>{f.money(fee, currency, 'always')}</Row>
            <Row label={t('example.paid')} sum>
              {f.money(EXAMPLE_CENTS + fee, currency)}
            </Row>
          </Rows>
        </div>
        <div className="card pricing-card">
          <h4>{t('example.sell')}</h4>
          <Rows>
            <Row label={t('example.metal')}>{f.money(EXAMPLE_CENTS, currency)}</Row>
            <Row label={t('example.fee', named)}>
              {TRUE_MINUS}
              {f.money(fee, currency)}
            </Row>
            <Row label={t('example.received')} sum>
              {f.money(EXAMPLE_CENTS - fee, currency)}
            </Row>
          </Rows>
        </div>
      </div>
      <p className="muted">{t('example.breakEven', { ...named, cost: f.money(2 * fee, currency) })}</p>
    </div>
  );
}

/** The ways in, with the fee as a part of the deposit in basis points; and the ways out. */
const WAYS_IN = [
  ['pix', 0],
  ['ted', 0],
  ['wire', DEPOSIT_FEE_BASIS_POINTS.wire],
  ['debit_card', DEPOSIT_FEE_BASIS_POINTS.debit_card],
] as const;
const RECOMMENDED = 'pix';
const WITHDRAWAL_NOTES = ['holds', 'rate', 'review', 'delivery'] as const;

function PricingFunding() {
  const t = useMessages(pricingMessages.more);
  const f = useFormat();
  const named = { ...businessTerms(f.locale), ...paymentTerms(f.locale) };
  return (
    <>
      <Section id="funding" title={t('funding.title')} lead={t('funding.lead', named)} tight>
        <div className="grid-3">
          {WAYS_IN.map(([method, basisPoints]) => (
            <WayIn key={method} method={method} basisPoints={basisPoints} />
          ))}
        </div>
        <p className="small muted pricing-note">{t('funding.note')}</p>
      </Section>
      <Section id="withdrawals" title={t('withdrawals.title')} lead={t('withdrawals.lead', named)} band tight>
        <div className="grid-3">
          {PAYOUT_METHODS.map((method) => (
            <article key={method} className="card pricing-card">
              <h3>{t(`withdrawals.methods.${method}.name`)}</h3>
              <Rows>
                <Row label={t('funding.fee')}>
                  {withdrawalFeeCents(method) === 0
                    ? t('funding.free')
                    : f.moneyRound(withdrawalFeeCents(method), 'USD')}
                </Row>
              </Rows>
              <p className="small muted">
                {t('withdrawals.arrives', { time: t(`withdrawals.methods.${method}.time`) })}
              </p>
            </article>
          ))}
        </div>
        <ul className="plain-list">
          {WITHDRAWAL_NOTES.map((note) => (
            <li key={note}>{t(`withdrawals.${note}`, named)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function WayIn({
  method,
  basisPoints,
}: {
  readonly method: (typeof WAYS_IN)[number][0];
  readonly basisPoints: number;
}) {
  const t = useMessages(pricingMessages.more);
  const f = useFormat();
  const currency = useCurrency();
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
        <Row label={t('funding.toPay', { amount: f.moneyRound(EXAMPLE_CENTS, currency) })}>
          {f.money(EXAMPLE_CENTS + mulDiv(EXAMPLE_CENTS, basisPoints, 10_000, 'up'), currency)}
        </Row>
      </Rows>
      <p className="small muted">{t(`funding.methods.${method}.text`, paymentTerms(f.locale))}</p>
    </article>
  );
}

/** Only what the product does and does not charge today (P26). */
const INCLUDED = ['price', 'quote', 'fractions', 'receipt', 'history', 'reais'] as const;
const NEVER = ['account', 'idle', 'spread', 'quotes', 'deposits', 'storage'] as const;

function PricingLists() {
  const t = useMessages(pricingMessages.more);
  const locale = useLocale();
  const named = { ...businessTerms(locale), ...storageTerms(locale) };
  return (
    <>
      <Section id="included" title={t('lists.title')} lead={t('lists.lead')} tight>
        <div className="grid-2 pricing-lists">
          <div>
            <h3>{t('lists.included.title')}</h3>
            <ul>
              {INCLUDED.map((item) => (
                <Item key={item} icon="check" text={t(`lists.included.${item}`, named)} />
              ))}
            </ul>
          </div>
          <div>
            <h3>{t('lists.never.title')}</h3>
            <ul>
              {NEVER.map((item) => (
                <Item key={item} icon="x" text={t(`lists.never.${item}`, named)} />
              ))}
            </ul>
          </div>
        </div>
      </Section>
      <PageClosing title={t('close.title', named)} text={t('close.text', named)} plain>
        <StartLink variant="inverse" size="large" />
        <Link to="/tools" className="closing-link">
          {t('close.tools')}
        </Link>
      </PageClosing>
    </>
  );
}

function Item({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <li>
      <Icon name={icon} small />
      {text}
    </li>
  );
}

export default function Below() {
  return (
    <>
      <PricingFees />
      <StorageFee />
      <PricingFunding />
      <PricingLists />
    </>
  );
}
