// Dollars to ounces and back at the live price. The price holds no hidden spread: the fee is shown beside the value.

import { useState } from 'react';
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
import { CURRENCY_SIGN, grams, UNKNOWN } from '../../../i18n/format.ts';
import { businessTerms } from '../../../i18n/business-terms.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import commonMessages from '#messages/common.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { Money } from '../../../ui/money.tsx';
import { Weight } from '../../../ui/weight.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CalculatorFrame, InReais, MetalChoice, OrderLink } from './parts.tsx';
import type { Locale } from '../../../i18n/locale.ts';
import { type FieldUnit, parseDecimal } from '../../../i18n/parse-decimal.ts';
import type { PriceSnapshot } from '../../../../worker/contract/prices.ts';
import { usePrices } from '../../../live/live-prices.tsx';
import { useBootPrices } from '../../../live/boot.ts';

export function PriceCalculator() {
  const t = useMessages(calculatorsMessages.price);
  const { locale } = useFormat();
  const [metal, setMetal] = useState<TradedMetal>('gold');
  const [conversion, setConversion] = useState<Conversion>('usd-to-ounces');
  const [text, setText] = useState(String(CONVERSION_INITIAL));
  const dollars = conversion === 'usd-to-ounces';
  const decimals = dollars ? DOLLAR_DECIMALS : OUNCE_DECIMALS;
  const unit = dollars ? 'USD' : 'oz';
  const amount = readAmount(locale, text, decimals, CONVERSION_MAX[conversion], unit);
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
            prefix={dollars ? CURRENCY_SIGN.USD : undefined}
            suffix={dollars ? undefined : 'oz'}
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
  readonly amount: number;
};

function ConversionResult({ metal, conversion, amount }: ResultProps) {
  const t = useMessages(calculatorsMessages.price);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { shownCents, liveCents, absent } = useMetalPrice(metal);
  const converted = liveCents === null ? null : convert(conversion, amount, liveCents);
  return (
    <>
      <p className="calc-label">{t(`headline.${conversion}`)}</p>
      <output className="calc-figure" aria-live="off">
        <ConvertedFigure {...{ conversion, converted }} />
      </output>
      {converted === null ? (
        <p className="calc-reais small muted">{absent && t('unknown')}</p>
      ) : conversion === 'usd-to-ounces' ? (
        <p className="calc-reais small muted num">
          {t('grams', { grams: grams(f.locale, converted.ouncesE4) })}
        </p>
      ) : (
        <InReais cents={converted.metalCents} />
      )}
      <Rows>
        <Row label={t('price')}>
          {/* The Worker writes gold's price into the page; the other metal's price is in the cache when the user
             chooses it. */}
          <Money key={metal} cents={shownCents} slot={metal} />
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

  function cents(value: number | undefined): string {
    return value === undefined ? UNKNOWN : f.money(value);
  }

  function announced({ ouncesE4, metalCents }: Converted): string {
    const dollars = f.money(metalCents);
    const [given, result] =
      conversion === 'usd-to-ounces' ? [dollars, f.weight(ouncesE4)] : [f.weight(ouncesE4), dollars];
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
  return <Money cents={converted?.metalCents ?? null} big />;
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
  /** For the text that the Worker fills in before the page is sent; null while unknown. */
  readonly shownCents: number | null;
  /** For the calculation; null during hydration, since the prerendered page has no price. */
  readonly liveCents: number | null;
  /** There will be no price: the request has failed, or the snapshot lacks the metal. */
  readonly absent: boolean;
};

function useMetalPrice(metal: Metal): MetalPrice {
  const { data, isError } = usePrices();
  const boot = useBootPrices();
  const liveCents = priceIn(data, metal);
  return {
    liveCents,
    shownCents: liveCents ?? (data === undefined ? priceIn(boot, metal) : null),
    absent: liveCents === null && (data !== undefined || isError),
  };
}

function priceIn(prices: PriceSnapshot | null | undefined, metal: Metal): number | null {
  return prices?.prices.find((price) => price.metal === metal)?.priceCents ?? null;
}
