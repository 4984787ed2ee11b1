import type { ReactNode } from 'react';
import { usePriceText } from '../../i18n/money-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import commonMessages from '#messages/common.json';
import { MetalDial } from '../../ui/metal-dial.tsx';
import type { AlertDelivery } from '../../../worker/contract/alerts.ts';

/** The price that crossed and the alert's target, in two lines: the same on the bell, in the log and in a toast. */
export function useCrossingText(): (crossing: AlertDelivery) => {
  readonly what: string;
  readonly why: string;
} {
  const t = useMessages(alertsMessages.bell);
  const names = useMessages(commonMessages);
  const priceText = usePriceText();
  return ({ metal, direction, priceCents, targetPriceCents }) => ({
    what: t(`crossed.${direction}`, { metal: names(`metals.${metal}`), price: priceText(priceCents) }),
    why: t(`target.${direction}`, { price: priceText(targetPriceCents) }),
  });
}

type CrossingProps = {
  readonly crossing: AlertDelivery;
  /** Not seen before. */
  readonly fresh: boolean;
  /** Below both lines. */
  readonly children: ReactNode;
};

export function Crossing({ crossing, fresh, children }: CrossingProps) {
  const t = useMessages(alertsMessages.bell);
  const { what, why } = useCrossingText()(crossing);
  return (
    <li className="crossing" data-fresh={fresh || undefined}>
      <MetalDial metal={crossing.metal} />
      <div className="crossing-text">
        <strong className="num">
          {what}
          {fresh && (
            <span className="crossing-new">
              <span className="visually-hidden">{t('new')}</span>
            </span>
          )}
        </strong>
        <span className="small quiet num">{why}</span>
        {children}
      </div>
    </li>
  );
}
