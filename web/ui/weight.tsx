import { UNKNOWN } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useWeightUnit } from '../i18n/weight-unit.ts';
import { weightIn } from '../i18n/weights.ts';

type WeightProps = {
  readonly ouncesE4: number | null;
  readonly masked?: boolean;
  /** Troy ounces whatever was chosen: of the ledger, and of orders. */
  readonly ledger?: boolean;
  /** Ounces and grams, on papers. */
  readonly both?: boolean;
};

/** A weight in the chosen unit, to the ledger's last step: `0,5000 oz`, `15,5517 g`. */
export function Weight({ ouncesE4, masked = false, ledger = false, both = false }: WeightProps) {
  const { locale } = useFormat();
  const chosen = useWeightUnit();
  const unit = ledger ? 'oz' : chosen;
  const text = (of: typeof unit) => (ouncesE4 === null ? UNKNOWN : weightIn(locale, of, ouncesE4));
  if (masked) return <span className="num">{`••••\u00a0${unit}`}</span>;
  return (
    <span className="num">
      {text(unit)}
      {both && ouncesE4 !== null && <span className="quiet"> = {text(unit === 'g' ? 'oz' : 'g')}</span>}
    </span>
  );
}
