import commonMessages from '#messages/common.json';
import { amount, type Currency, CURRENCY_SIGN, type Sign, UNKNOWN } from '../i18n/format.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import { classes } from './classes.ts';

type MoneyProps = {
  /** Null: unknown, shown as a dash and never as zero. */
  readonly cents: number | null;
  readonly currency?: Currency;
  /** The main figure of a card: raised currency, muted cents. */
  readonly big?: boolean;
  readonly sign?: Sign;
  /** The colour repeats the sign. */
  readonly tone?: 'gain' | 'loss' | null;
  /** Hidden by the customer: a fixed number of dots, which reveals nothing about the amount. */
  readonly masked?: boolean;
  /** Leaves the currency out, in columns whose heading names it. */
  readonly bare?: boolean;
  /** Marks the text node that the Worker fills with the live price before the page is sent. */
  readonly slot?: string;
};

export function Money({
  cents,
  currency = 'USD',
  big = false,
  sign = 'none',
  tone = null,
  masked = false,
  bare = false,
  slot,
}: MoneyProps) {
  const signed = amount(useLocale(), cents ?? 0, sign);
  const figure = signed.replace(/^\D/, '');
  return (
    <span className={classes('money', big && 'money-big', tone, tone !== null && 'money-toned')}>
      {!masked && signed.slice(0, -figure.length)}
      {!bare && <span className="money-currency">{CURRENCY_SIGN[currency]}</span>}
      {masked ? (
        <Masked />
      ) : cents === null && slot === undefined ? (
        <UnknownFigure />
      ) : big ? (
        <span>
          {figure.slice(0, -3)}
          <span className="money-cents">{figure.slice(-3)}</span>
        </span>
      ) : (
        // The Worker has written the same text from the same prices, so hydration finds no mismatch.
        <span data-boot-price={slot} suppressHydrationWarning={slot !== undefined}>
          {cents === null ? UNKNOWN : figure}
        </span>
      )}
    </span>
  );
}

/** In place of a figure that the customer has hidden. */
export function Masked() {
  const t = useMessages(commonMessages);
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="visually-hidden">{t('hidden')}</span>
    </>
  );
}

function UnknownFigure() {
  const t = useMessages(commonMessages);
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="visually-hidden">{t('unknown')}</span>
    </>
  );
}
