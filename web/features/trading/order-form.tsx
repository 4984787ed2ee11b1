import { type Ref, use, useId } from 'react';
import { accountTerms } from '../../i18n/account-terms.ts';
import { inCurrency, RateContext, useDisplay } from '../../i18n/display.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import { CURRENCY_SIGN } from '../../i18n/format.ts';
import { decimalInputText, type FieldUnit, unitIn } from '../../i18n/parse-decimal.ts';
import { type Formats, useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import uiMessages from '#messages/ui.json';
import { useWeightText } from '../../i18n/weights.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { Side } from '../../../worker/domain/trades.ts';
import { AmountField } from './amount-field.tsx';
import type { Market } from './market.ts';
import {
  asFieldUnit,
  type CostedPosition,
  type Draft,
  fieldText,
  fieldUnit,
  limitE4,
  type Preview,
  readSize,
  type Share,
  SHARES,
  shareUnits,
  typedGramsE4,
  type Unit,
} from './order.ts';
import { excessPercent } from '../../../worker/domain/grams.ts';
import { TRADE_MIN_SUBTOTAL_CENTS } from '../../../worker/domain/limits.ts';
import commonMessages from '#messages/common.json';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';

type OrderFormProps = {
  readonly draft: Draft;
  readonly preview: Preview | null;
  readonly market: Market;
  readonly position: CostedPosition;
  readonly amountRef: Ref<HTMLInputElement>;
  readonly onEdit: (draft: Partial<Draft>) => void;
  readonly onSeeBonus: () => void;
};

/** The left half of the ticket: side, metal, amount. */
export function OrderForm(props: OrderFormProps) {
  const { draft, preview, market, position, amountRef, onEdit } = props;
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const ui = useMessages(uiMessages.moneyField);
  const rate = use(RateContext) ?? null;
  const error = useAmountError(draft, preview);
  const priceCents = market.priceOf(draft.metal);
  const write = (field: Pick<Draft, 'by' | 'units'>, amount: number) =>
    fieldText(field, amount, f.locale, rate);
  const order = preview?.order ?? null;
  const shown = draft.max && order !== null ? write(draft, amountOf(order, draft.by)) : null;

  const changeUnit = (unit: FieldUnit) => {
    const field = asFieldUnit(draft, unit);
    const read = readSize(draft, f.locale, rate);
    // What was typed is kept where it is the same amount in another unit; else the order is written anew.
    const typed = read.ok && read.size.by === field.by ? read.size : null;
    const amount =
      typed !== null
        ? typed.by === 'weight'
          ? typed.ouncesE4
          : typed.totalCents
        : order === null || draft.text === ''
          ? null
          : amountOf(order, field.by);
    onEdit({ ...field, text: draft.max || amount === null ? '' : write(field, amount) });
  };
  const typedUnit = unitIn(draft.text);
  const remedy =
    typedUnit === null || typedUnit === fieldUnit(draft)
      ? undefined
      : {
          label: ui('use', { unit: UNIT_SIGN[typedUnit] }),
          onPress: () => onEdit(asFieldUnit(draft, typedUnit)),
        };
  const takeShare = (share: Share) => {
    const amount = shareUnits(draft, share, priceCents, position, market.freeStockE4);
    if (amount !== null) onEdit({ text: write(draft, amount), max: false });
  };
  return (
    <div className="ticket-form">
      <SegmentedControl<Side>
        label={t('side')}
        value={draft.side}
        onChange={(side) => onEdit({ side, text: '', max: false })}
        full
        tall
        options={[
          { value: 'buy', label: t('buy') },
          { value: 'sell', label: t('sell') },
        ]}
      />
      <MetalChoice
        value={draft.metal}
        priceOf={market.priceOf}
        onChange={(metal) => onEdit({ metal, text: '', max: false })}
      />
      <AmountField
        ref={amountRef}
        draft={draft}
        text={shown ?? draft.text}
        hint={useHint(draft, preview)}
        error={error}
        remedy={remedy}
        onText={(text) => onEdit({ text, max: false })}
        onUnit={changeUnit}
      />
      <div className="ticket-shares">
        {SHARES.map((share) => (
          <Button
            key={share}
            size="small"
            onClick={() => takeShare(share)}
            aria-label={t('share', { percent: `${share}%` })}
          >
            {share}%
          </Button>
        ))}
        <Button
          size="small"
          aria-label={t('maxLabel')}
          aria-pressed={draft.max}
          onClick={() => onEdit({ text: '', max: true })}
        >
          {t('max')}
        </Button>
      </div>
      <Available
        draft={draft}
        position={position}
        priceCents={priceCents}
        freeStockE4={market.freeStockE4}
        onSeeBonus={props.onSeeBonus}
      />
    </div>
  );
}

const UNIT_SIGN: Readonly<Record<FieldUnit, string>> = { ...CURRENCY_SIGN, oz: 'oz', g: 'g' };

function amountOf(order: { readonly ouncesE4: number; readonly totalCents: number }, by: Unit): number {
  return by === 'weight' ? order.ouncesE4 : order.totalCents;
}

/** The same amount in ounces and grams, with what the ledger's steps add to typed grams, and in both currencies. */
function useHint(draft: Draft, preview: Preview | null): string {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const money = useMoneyText();
  const { weightBoth } = useWeightText();
  const order = preview?.order ?? null;
  if (order === null) return t(`hintEmpty.${fieldUnit(draft)}`);
  const asked = typedGramsE4(draft, f.locale);
  const excess = asked === null ? '' : ` (${excessText(f, excessPercent(asked, order.ouncesE4))})`;
  const weights = weightBoth(order.ouncesE4) + excess;
  const total = money(order.totalCents);
  if (draft.by === 'money') return t('hintMoney', { weights, total });
  return t(draft.side === 'buy' ? 'hintBuy' : 'hintSell', { weights, total });
}

/** With two decimals; with four where two would say that it is exact. */
function excessText(f: Formats, percent: number): string {
  return f.percent(percent, 'always', percent >= 0.005 ? 2 : 4);
}

type AvailableProps = {
  readonly draft: Draft;
  readonly position: CostedPosition;
  readonly priceCents: number | null;
  readonly freeStockE4: number | null;
  readonly onSeeBonus: () => void;
};

export function Available({ draft, position, priceCents, freeStockE4, onSeeBonus }: AvailableProps) {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const money = useMoneyText();
  const { weight } = useWeightText();
  const limit = limitE4(draft.side, priceCents, position, freeStockE4);
  if (draft.side === 'sell' && limit === 0 && position.heldOuncesE4 > 0) {
    return (
      <Note
        actions={
          <Button size="small" onClick={onSeeBonus}>
            {t('seeBonus')}
          </Button>
        }
      >
        {t('allHeld', accountTerms(f.locale))}
      </Note>
    );
  }
  if (draft.side === 'sell') {
    return (
      <p className="small quiet num ticket-means">
        <span>{t('availableMetal', { weight: weight(limit ?? 0) })}</span>
        {position.heldOuncesE4 > 0 && <span>{t('held', { weight: weight(position.heldOuncesE4) })}</span>}
      </p>
    );
  }
  return (
    <p className="small quiet num ticket-means">
      <span>{t('available', { amount: money(position.cashCents) })}</span>
      {limit !== null && <span>{t('upTo', { weight: weight(limit) })}</span>}
    </p>
  );
}

/** The error text of the typed amount; null without an error or an amount. */
export function useAmountError(draft: Draft, preview: Preview | null): string | null {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const money = useMoneyText();
  const rate = use(RateContext) ?? null;
  const read = readSize(draft, f.locale, rate);
  if (!read.ok) {
    switch (read.reason) {
      case 'empty':
        return null;
      case 'unit':
        return t(`errors.unit.${fieldUnit(draft)}`);
      case 'rate':
        return t('errors.rate');
      case 'grams':
        return t('errors.grams');
      case 'format':
        return t('errors.format', { example: decimalInputText(f.locale, 12_500, 4) });
      case 'decimals':
        return t(draft.by === 'weight' ? 'errors.decimalsWeight' : 'errors.decimalsMoney');
      case 'range':
        return t('errors.range');
    }
  }
  const refusal = preview?.refusal ?? null;
  if (refusal === null) return null;
  if (refusal === 'TradeBelowMinimum') {
    return t('errors.TradeBelowMinimum', { smallest: money(TRADE_MIN_SUBTOTAL_CENTS, 'round') });
  }
  // The rule has one code for zero and for too much; the user gets two different sentences.
  const isZero =
    read.size.by !== 'max' && (read.size.by === 'weight' ? read.size.ouncesE4 : read.size.totalCents) === 0;
  if (refusal === 'InvalidAmount') return t(isZero ? 'errors.InvalidAmount' : 'errors.TooLarge');
  return t(`errors.${refusal}`);
}

type MetalChoiceProps = {
  readonly value: TradedMetal;
  readonly priceOf: (metal: TradedMetal) => number | null;
  readonly onChange: (metal: TradedMetal) => void;
};

function MetalChoice({ value, priceOf, onChange }: MetalChoiceProps) {
  const t = useMessages(ordersMessages.trade);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { leads, rate } = useDisplay();
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
                <span className="num small">
                  {priceCents === null
                    ? '–'
                    : f.money(inCurrency(priceCents, leads, rate) ?? priceCents, leads)}
                </span>
              </span>
              <span className="metal-option-mark" aria-hidden="true" />
            </span>
          </label>
        );
      })}
    </div>
  );
}
