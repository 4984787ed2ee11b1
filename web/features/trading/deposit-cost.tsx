import { useDisplay } from '../../i18n/display.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { useRateText } from '../../ui/rate-text.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { Value } from '../../ui/value.tsx';
import { DEPOSIT_FEE_BASIS_POINTS, type DepositMethod } from '../../../worker/domain/fees.ts';
import type { DepositCost } from './deposit.ts';

type CostProps = {
  readonly cost: DepositCost | null;
  readonly method: DepositMethod;
};

/** The lines of a deposit in dollars. */
export function Cost({ cost, method }: CostProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const { beside } = useDisplay();
  const rate = useRateText();
  const basisPoints = DEPOSIT_FEE_BASIS_POINTS[method];
  return (
    <Rows waiting={cost === null}>
      <Row label={t('credited')}>
        <Value cents={cost?.amountCents ?? null} />
      </Row>
      <Row label={basisPoints === 0 ? t('noFee') : t('fee', { percent: f.percentRound(basisPoints / 100) })}>
        <Value cents={cost?.feeCents ?? null} />
      </Row>
      <Row label={t('totalToPay')} sum>
        <Value cents={cost?.totalToPayCents ?? null} />
      </Row>
      {beside !== null && (
        <Row label={t('rate')}>
          <span className="quiet">{rate ?? UNKNOWN}</span>
        </Row>
      )}
    </Rows>
  );
}
