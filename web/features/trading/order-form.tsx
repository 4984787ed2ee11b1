import { type Ref, useId } from 'react';
import { businessTerms } from '../../i18n/business-terms.ts';
import { brlCents, grams } from '../../i18n/format.ts';
import { decimalInputText } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { Side } from '../../../worker/domain/trades.ts';
import { AmountField } from './amount-field.tsx';
import type { Market } from './market.ts';
import {
  type CostedPosition,
  type Draft,
  limitE4,
  type Preview,
  readSize,
  type Share,
  SHARES,
  shareUnits,
  type Unit,
  UNIT_SCALE,
} from './order.ts';
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
  const error = useAmountError(draft, preview);
  const priceCents = market.priceOf(draft.metal);
  const write = (units: number, by: Unit) =>
    decimalInputText(f.locale, units, UNIT_SCALE[by], UNIT_SCALE[by]);
  const order = preview?.order ?? null;
  const shown = draft.max && order !== null ? unitsOf(order, draft.by) : null;

  const changeUnit = (by: Unit) => {
    const text = order === null || draft.text === '' ? '' : write(unitsOf(order, by), by);
    onEdit({ by, text: draft.max ? '' : text });
  };
  const takeShare = (share: Share) => {
    const units = shareUnits(draft, share, priceCents, position);
    if (units !== null) onEdit({ text: write(units, draft.by), max: false });
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
        by={draft.by}
        text={shown === null ? draft.text : write(shown, draft.by)}
        hint={useHint(draft, preview, market)}
        error={error}
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
      <Available draft={draft} position={position} priceCents={priceCents} onSeeBonus={props.onSeeBonus} />
    </div>
  );
}

function unitsOf(order: { readonly ouncesE4: number; readonly totalCents: number }, by: Unit): number {
  return by === 'weight' ? order.ouncesE4 : order.totalCents;
}

/** The same amount in the other unit, in grams, and in reais if that is the display currency. */
function useHint(draft: Draft, preview: Preview | null, market: Market): string {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const order = preview?.order ?? null;
  if (order === null) return t(draft.by === 'weight' ? 'hintEmptyWeight' : 'hintEmptyMoney');
  const inGrams = grams(f.locale, order.ouncesE4);
  const text =
    draft.by === 'money'
      ? t('hintMoney', { weight: f.weight(order.ouncesE4), grams: inGrams })
      : t(draft.side === 'buy' ? 'hintBuy' : 'hintSell', {
          grams: inGrams,
          total: f.money(order.totalCents),
        });
  if (market.usdBrlE4 === null) return text;
  return `${text} · ${f.money(brlCents(order.totalCents, market.usdBrlE4), 'BRL')}`;
}

type AvailableProps = {
  readonly draft: Draft;
  readonly position: CostedPosition;
  readonly priceCents: number | null;
  readonly onSeeBonus: () => void;
};

export function Available({ draft, position, priceCents, onSeeBonus }: AvailableProps) {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const limit = limitE4(draft.side, priceCents, position);
  if (draft.side === 'sell' && limit === 0 && position.heldOuncesE4 > 0) {
    return (
      <Note
        actions={
          <Button size="small" onClick={onSeeBonus}>
            {t('seeBonus')}
          </Button>
        }
      >
        {t('allHeld', businessTerms(f.locale))}
      </Note>
    );
  }
  if (draft.side === 'sell') {
    return (
      <p className="small quiet num ticket-means">
        <span>{t('availableMetal', { weight: f.weight(limit ?? 0) })}</span>
        {position.heldOuncesE4 > 0 && <span>{t('held', { weight: f.weight(position.heldOuncesE4) })}</span>}
      </p>
    );
  }
  return (
    <p className="small quiet num ticket-means">
      <span>{t('available', { amount: f.money(position.cashCents) })}</span>
      {limit !== null && <span>{t('upTo', { weight: f.weight(limit) })}</span>}
    </p>
  );
}

/** The error text of the typed amount; null without an error or an amount. */
export function useAmountError(draft: Draft, preview: Preview | null): string | null {
  const t = useMessages(ordersMessages.trade);
  const f = useFormat();
  const read = readSize(draft, f.locale);
  if (!read.ok) {
    switch (read.reason) {
      case 'empty':
        return null;
      case 'unit':
        return t(draft.by === 'weight' ? 'errors.unitWeight' : 'errors.unitMoney');
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
    return t('errors.TradeBelowMinimum', { smallest: f.moneyRound(TRADE_MIN_SUBTOTAL_CENTS) });
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
