import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useCurrency } from '../../i18n/currency.ts';
import { accountFigures } from '../../i18n/account-figures.ts';
import { brlCents } from '../../i18n/format.ts';
import { decimalInputText } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { alertsWords } from '../../i18n/words/alerts.ts';
import { commonWords } from '../../i18n/words/common.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { ALERT_DIRECTIONS, ALERT_TARGET_MAX_CENTS } from '../../../worker/domain/alerts.ts';
import { ALERTS_PER_CUSTOMER } from '../../../worker/domain/limits.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { useAddAlert } from './alert-mutations.ts';
import { percentToGo, readTarget, type TargetTrouble, type Wish } from './alert-target.ts';
import { usePriceOf } from './use-price-of.ts';

/** Account spec, section 5: what the form goes back to after adding. */
const BLANK: Wish = { metal: 'gold', direction: 'above', text: '' };

export function AlertForm({ alerts }: { readonly alerts: readonly Alert[] }) {
  const t = useWords(alertsWords);
  const names = useWords(commonWords);
  const f = useFormat();
  const [wish, setWish] = useState(BLANK);
  /** Rules are said once the customer has left the field or tried to go on, not while he is typing. */
  const [checked, setChecked] = useState(false);
  const target = useRef<HTMLInputElement>(null);
  const add = useAddAlert();
  const price = usePriceOf(wish.metal);
  const read = readTarget(wish, f.locale, price, alerts);
  const refused = refusalOf(add.error, wish);
  const errorText = useErrorText(refused?.priceCents ?? price);
  const trouble = refused?.trouble ?? (checked && !read.ok ? read.trouble : null);
  const change = (next: Partial<Wish>) => {
    setWish({ ...wish, ...next });
    add.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!read.ok) return target.current?.focus();
    const { metal, direction } = wish;
    add.mutate(
      { metal, direction, targetPriceCents: read.targetPriceCents },
      {
        onSuccess(added) {
          setWish(BLANK);
          setChecked(false);
          const words = { metal: t(`form.metal_${metal}`), price: f.money(added.targetPriceCents) };
          showToast({
            type: 'success',
            title: t('form.added.title'),
            message: t(`form.added.${direction}`, words),
          });
          target.current?.focus();
        },
        onError: () => target.current?.focus(),
      },
    );
  };
  const full = alerts.length >= ALERTS_PER_CUSTOMER;
  return (
    <Card padded title={t('form.title')}>
      <form className="alert-form" noValidate onSubmit={submit}>
        <div className="alert-form-choices">
          <Choice label={t('form.metal')}>
            <SegmentedControl
              full
              tall
              label={t('form.metal')}
              value={wish.metal}
              options={TRADED_METALS.map((value) => ({ value, label: names(`metals.${value}`) }))}
              onChange={(metal) => change({ metal })}
            />
          </Choice>
          <Choice label={t('form.direction')}>
            <SegmentedControl
              full
              tall
              label={t('form.direction')}
              value={wish.direction}
              options={ALERT_DIRECTIONS.map((value) => ({ value, label: t(`form.${value}`) }))}
              onChange={(direction) => change({ direction })}
            />
          </Choice>
        </div>
        <TextInput
          ref={target}
          label={t('form.target')}
          prefix="US$"
          suffix={useReais()(read)}
          numeric
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={wish.text}
          hint={<Distance read={read} direction={wish.direction} price={price} />}
          error={trouble === null ? null : errorText(trouble)}
          onBlur={() => setChecked(wish.text !== '')}
          onChange={(event) => change({ text: event.target.value })}
        />
        {add.error !== null && refused === null && <ProblemNotice error={add.error} />}
        <div className="alert-form-end">
          <Button
            type="submit"
            variant="primary"
            disabled={full}
            busy={add.isPending}
            busyLabel={t('form.submitting')}
          >
            {t('form.submit')}
          </Button>
          <p className="small quiet">{t(full ? 'form.full' : 'form.once', accountFigures(f.locale))}</p>
        </div>
      </form>
    </Card>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      {/* The group carries the same name itself: this is for the eye. */}
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

type DistanceProps = {
  readonly read: ReturnType<typeof readTarget>;
  readonly direction: Wish['direction'];
  readonly price: number | null;
};

/** How far the typed price is from the live one: a slipped digit is seen before it is a silent alert. */
function Distance({ read, direction, price }: DistanceProps) {
  const t = useWords(alertsWords);
  const f = useFormat();
  if (price === null) return t('form.noPrice');
  const left = read.ok ? percentToGo({ direction, targetPriceCents: read.targetPriceCents }, price) : null;
  if (left === null) return t('form.now', { price: f.money(price) });
  const words = { percent: f.percent(left, 'none'), price: f.money(price) };
  return t(direction === 'above' ? 'form.higher' : 'form.lower', words);
}

/** The server's own no, where its price had moved on from the page's. */
function refusalOf(
  error: unknown,
  wish: Wish,
): { readonly trouble: TargetTrouble; readonly priceCents: number } | null {
  const { code, priceCents } = (error ?? {}) as { code?: unknown; priceCents?: unknown };
  if (code !== 'AlertAlreadyMet' || typeof priceCents !== 'number') return null;
  return { trouble: wish.direction === 'above' ? 'metAbove' : 'metBelow', priceCents };
}

function useErrorText(priceCents: number | null): (trouble: TargetTrouble) => string {
  const t = useWords(alertsWords);
  const f = useFormat();
  return (trouble) => {
    switch (trouble) {
      case 'format':
        return t('form.errors.format', { example: decimalInputText(f.locale, 450_050, 2, 2) });
      case 'range':
        return t('form.errors.range', { most: f.moneyRound(ALERT_TARGET_MAX_CENTS) });
      case 'metAbove':
      case 'metBelow':
        return t(`form.errors.${trouble}`, { price: f.money(priceCents ?? 0) });
      default:
        return t(`form.errors.${trouble}`);
    }
  };
}

/** The value in reais at the live rate, where that is the display currency and the rate is known. */
function useReais(): (read: ReturnType<typeof readTarget>) => string | undefined {
  const f = useFormat();
  const currency = useCurrency();
  const rate = usePrices().data?.fx?.usdBrlE4;
  return (read) =>
    read.ok && currency === 'BRL' && rate !== undefined
      ? f.money(brlCents(read.targetPriceCents, rate), 'BRL')
      : undefined;
}
