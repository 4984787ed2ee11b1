// Dollars to ounces and back at the live price. The price holds no hidden spread: the fee is shown beside the value.

import { type ReactNode, use, useState } from 'react';
import {
  type Conversion,
  CONVERSION_INITIAL,
  CONVERSION_MAX,
  CONVERSIONS,
  convert,
  type Converted,
  DOLLAR_DECIMALS,
  OUNCE_DECIMALS,
} from '../../../../worker/domain/calculators/price-conversion.ts';
import type { Metal, TradedMetal } from '../../../../worker/domain/metals.ts';
import type { TicketSize } from '../../../../worker/domain/ticket-path.ts';
import { ouncesOfGrams } from '../../../../worker/domain/grams.ts';
import { dollarCents } from '../../../../worker/domain/exchange.ts';
import { WEIGHT_UNITS } from '../../../../worker/domain/settings-rules.ts';
import { useCurrency } from '../../../i18n/currency.ts';
import { displayOf, inCurrency, type Rate, RateContext } from '../../../i18n/display.ts';
import { useMoneyText } from '../../../i18n/money-text.ts';
import { type Currency, UNKNOWN } from '../../../i18n/format.ts';
import { useWeightUnit } from '../../../i18n/weight-unit.ts';
import { useWeightText } from '../../../i18n/weights.ts';
import { businessTerms } from '../../../i18n/business-terms.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import commonMessages from '#messages/common.json';
import uiMessages from '#messages/ui.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { Money } from '../../../ui/money.tsx';
import { CurrencySwitch } from '../../../ui/money-field.tsx';
import { Value } from '../../../ui/value.tsx';
import { Weight } from '../../../ui/weight.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CalculatorFrame, MetalChoice, OrderLink } from './parts.tsx';
import type { Locale } from '../../../i18n/locale.ts';
import { type FieldUnit, parseDecimal } from '../../../i18n/parse-decimal.ts';
import type { PriceSnapshot } from '../../../../worker/contract/prices.ts';
import { usePrices } from '../../../live/live-prices.tsx';
import { useBootPrices } from '../../../live/boot.ts';

export function PriceCalculator() {
  const t = useMessages(calculatorsMessages.price);
  const ui = useMessages(uiMessages.moneyField);
  const { locale } = useFormat();
  const rate = use(RateContext) ?? null;
  const shown = { currency: useCurrency(), weight: useWeightUnit() };
  const [metal, setMetal] = useState<TradedMetal>('gold');
  const [conversion, setConversion] = useState<Conversion>('usd-to-ounces');
  const [text, setText] = useState(String(CONVERSION_INITIAL));
  const [chosen, setChosen] = useState<Partial<typeof shown>>({});
  const { currency, weight } = { ...shown, ...chosen };
  const dollars = conversion === 'usd-to-ounces';
  const decimals = dollars ? DOLLAR_DECIMALS : OUNCE_DECIMALS;
  const unit = dollars ? currency : weight;
  const most = CONVERSION_MAX[conversion];
  const typed = readAmount(locale, text, decimals, most, unit);
  // Reais without a rate are no amount yet.
  const amount = inLedgerUnits(typed, unit, rate);
  return (
    <CalculatorFrame
      label={t('title')}
      inputs={
        <>
          <MetalChoice value={metal} onChange={setMetal} />
          <SegmentedControl<Conversion>
            label={t('direction')}
            full
            value={conversion}
            onChange={setConversion}
            options={CONVERSIONS.map((value) => ({ value, label: t(`directions.${value}`) }))}
          />
          <TextInput
            label={t(`amount.${conversion}`)}
            numeric
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            suffix={
              dollars ? (
                <CurrencySwitch
                  value={currency}
                  onChange={(next) => setChosen({ ...chosen, currency: next })}
                />
              ) : (
                <SegmentedControl
                  label={ui('weight')}
                  value={weight}
                  options={WEIGHT_UNITS.map((value) => ({ value, label: value }))}
                  onChange={(next) => setChosen({ ...chosen, weight: next })}
                  compact
                />
              )
            }
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </>
      }
      result={<ConversionResult {...{ metal, conversion, amount }} />}
      note={<p>{t('note')}</p>}
    />
  );
}

type ResultProps = {
  readonly metal: TradedMetal;
  readonly conversion: Conversion;
  /** Cents, or ten-thousandths of an ounce; null where reais cannot be converted. */
  readonly amount: number | null;
};

function ConversionResult({ metal, conversion, amount }: ResultProps) {
  const t = useMessages(calculatorsMessages.price);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const money = useMoneyText();
  const { weight, weightBoth } = useWeightText();
  const { shownCents, leads, slot, liveCents, absent } = useMetalPrice(metal);
  const converted = liveCents === null || amount === null ? null : convert(conversion, amount, liveCents);
  return (
    <>
      <p className="calc-label">{t(`headline.${conversion}`)}</p>
      <output className="calc-figure" aria-live="off">
        <ConvertedFigure {...{ conversion, converted }} />
      </output>
      {converted === null ? (
        <p className="calc-reais small muted">{absent && t('unknown')}</p>
      ) : conversion === 'usd-to-ounces' ? (
        <p className="calc-reais small muted num">{weightBoth(converted.ouncesE4)}</p>
      ) : (
        <p className="calc-reais small muted num">{weightBoth(converted.ouncesE4)}</p>
      )}
      <Rows>
        <Row label={t('price')}>
          {/* The Worker writes gold's price into the page; the other metal's price is in the cache when the user
             chooses it. */}
          <Money key={`${metal} ${leads}`} cents={shownCents} currency={leads} slot={slot} />
        </Row>
        <Row label={t('metalValue')}>{cents(converted?.metalCents)}</Row>
        <Row label={t('fee', businessTerms(f.locale))}>{cents(converted?.feeCents)}</Row>
        <Row label={t('total')} sum>
          {cents(converted?.totalCents)}
        </Row>
      </Rows>
      <OrderLink metal={metal} size={converted === null ? null : sizeOf(conversion, converted)} />
      {converted !== null && <Announcement text={announced(converted)} />}
    </>
  );

  function cents(value: number | undefined): ReactNode {
    return value === undefined ? UNKNOWN : <Value cents={value} />;
  }

  function announced({ ouncesE4, metalCents }: Converted): string {
    const dollars = money(metalCents);
    const [given, result] =
      conversion === 'usd-to-ounces' ? [dollars, weight(ouncesE4)] : [weight(ouncesE4), dollars];
    return t('said', { amount: given, metal: names(`metals.${metal}`).toLowerCase(), result });
  }
}

/** What was typed as the order takes it: a weight, or the money with the fee. */
function sizeOf(conversion: Conversion, { ouncesE4, totalCents }: Converted): TicketSize {
  return conversion === 'usd-to-ounces' ? { by: 'money', totalCents } : { by: 'weight', ouncesE4 };
}

function ConvertedFigure({
  conversion,
  converted,
}: {
  readonly conversion: Conversion;
  readonly converted: Converted | null;
}) {
  if (conversion === 'usd-to-ounces') return <Weight ouncesE4={converted?.ouncesE4 ?? null} />;
  return <Value cents={converted?.metalCents ?? null} big />;
}

/** What was typed as cents or ten-thousandths of an ounce; null for reais without a rate. */
export function inLedgerUnits(typed: number, unit: FieldUnit, rate: Rate | null): number | null {
  if (unit === 'g') return ouncesOfGrams(typed);
  if (unit !== 'BRL') return typed;
  return rate === null ? null : dollarCents(typed, rate.usdBrlE4);
}

/**
 * The typed amount in units of the field. Text that is no number and negative numbers count as 0 (C5);
 * decimals beyond the field's are cut off. `most` replaces a number that is too large.
 */
export function readAmount(
  locale: Locale,
  text: string,
  decimals: number,
  most: number,
  unit: FieldUnit = 'USD',
): number {
  let rest = text;
  let parsed = parseDecimal(locale, rest, decimals, unit);
  while (!parsed.ok && parsed.reason === 'decimals') {
    rest = rest.slice(0, -1);
    parsed = parseDecimal(locale, rest, decimals, unit);
  }
  if (parsed.ok) return parsed.units;
  return parsed.reason === 'range' ? most : 0;
}

type MetalPrice = {
  /** In the leading currency, for the text that the Worker fills in before the page is sent; null while unknown. */
  readonly shownCents: number | null;
  readonly leads: Currency;
  readonly slot: string;
  /** For the calculation, in US cents; null during hydration, since the prerendered page has no price. */
  readonly liveCents: number | null;
  /** There will be no price: the request has failed, or the snapshot lacks the metal. */
  readonly absent: boolean;
};

function useMetalPrice(metal: Metal): MetalPrice {
  const { data, isError } = usePrices();
  const boot = useBootPrices();
  const rate = data === undefined ? (boot?.fx ?? undefined) : data.fx;
  const { leads } = displayOf(useCurrency(), rate);
  const liveCents = priceIn(data, metal);
  const known = liveCents ?? (data === undefined ? priceIn(boot, metal) : null);
  return {
    shownCents: inCurrency(known, leads, rate ?? null),
    leads,
    slot: leads === 'BRL' ? `${metal}-BRL` : metal,
    liveCents,
    absent: liveCents === null && (data !== undefined || isError),
  };
}

function priceIn(prices: PriceSnapshot | null | undefined, metal: Metal): number | null {
  return prices?.prices.find((price) => price.metal === metal)?.priceCents ?? null;
}
