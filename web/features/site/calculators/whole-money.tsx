import { CURRENCY_SIGN } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { classes } from '../../../ui/classes.ts';

type WholeMoneyProps = {
  /** A whole number of dollars, in cents. */
  readonly cents: number;
  readonly big?: boolean;
};

/** An amount of dollars without its cents: a projection is not exact to the cent. */
export function WholeMoney({ cents, big = false }: WholeMoneyProps) {
  const f = useFormat();
  return (
    <span className={classes('money', big && 'money-big')}>
      <span className="money-currency">{CURRENCY_SIGN.USD}</span>
      <span>{f.integer(Math.round(cents / 100))}</span>
    </span>
  );
}
