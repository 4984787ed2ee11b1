import { useId } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import ordersMessages from '#messages/orders.json';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';

type MetalChoiceProps = {
  readonly value: TradedMetal;
  readonly priceOf: (metal: TradedMetal) => number | null;
  readonly onChange: (metal: TradedMetal) => void;
};

export function MetalChoice({ value, priceOf, onChange }: MetalChoiceProps) {
  const t = useMessages(ordersMessages.trade);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const name = useId();
  return (
    <div className="metal-choice" role="radiogroup" aria-label={t('metal')}>
      {TRADED_METALS.map((metal) => {
        const priceCents = priceOf(metal);
        return (
          <label key={metal} className="metal-option">
            <input
              type="radio"
              name={name}
              value={metal}
              checked={metal === value}
              onChange={() => onChange(metal)}
            />
            <span className="metal-option-face">
              <MetalDial metal={metal} />
              <span>
                <b>{names(`metals.${metal}`)}</b>
                <span className="num small">{priceCents === null ? '–' : f.money(priceCents)}</span>
              </span>
              <span className="metal-option-mark" aria-hidden="true" />
            </span>
          </label>
        );
      })}
    </div>
  );
}
