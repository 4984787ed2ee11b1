import { inCurrency, useDisplay } from '../i18n/display.ts';
import type { Sign } from '../i18n/format.ts';
import { classes } from './classes.ts';
import { Money } from './money.tsx';
import '../styles/parts.css';

type ValueProps = {
  /** US cents. Null: unknown. */
  readonly cents: number | null;
  readonly sign?: Sign;
  readonly tone?: 'gain' | 'loss' | null;
  readonly masked?: boolean;
  readonly big?: boolean;
  /** Leaves the sign out where dollars stand alone, as in tables of the account's own currency. */
  readonly bare?: boolean;
  /** Both figures on one line, inside a sentence. */
  readonly inline?: boolean;
};

/** An amount as this reader sees money: reais with the dollars beside them, or dollars alone (P49). */
export function Value({ cents, big = false, tone = null, inline = false, bare, ...rest }: ValueProps) {
  const { leads, beside, rate } = useDisplay();
  const alone = beside === null;
  const figure = { ...rest, big, tone, bare: bare === true && alone };
  const lead = <Money cents={inCurrency(cents, leads, rate)} currency={leads} {...figure} />;
  if (alone) return lead;
  return (
    <span className={classes('value', inline && 'value-inline')}>
      {lead}
      {/* Where a line may break. */ inline && ' '}
      <span className="value-beside">
        <Money cents={inCurrency(cents, beside, rate)} currency={beside} {...rest} />
      </span>
    </span>
  );
}

type PartProps = Pick<ValueProps, 'cents' | 'sign' | 'masked'>;

/** The leading figure alone, where the other one stands elsewhere. */
export function Lead({ cents, ...rest }: PartProps) {
  const { leads, rate } = useDisplay();
  return <Money cents={inCurrency(cents, leads, rate)} currency={leads} {...rest} />;
}

/** What stands beside it; nothing where dollars stand alone. */
export function Beside({ cents, ...rest }: PartProps) {
  const { beside, rate } = useDisplay();
  if (beside === null) return null;
  return (
    <span className="value-beside">
      <Money cents={inCurrency(cents, beside, rate)} currency={beside} {...rest} />
    </span>
  );
}
