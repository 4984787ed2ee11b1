import { type ReactNode, type SubmitEvent, use, useRef, useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { isRefusal } from '../../api/problem-error.ts';
import { accountTerms } from '../../i18n/account-terms.ts';
import { RateContext, useDisplay } from '../../i18n/display.ts';
import { usePriceText } from '../../i18n/money-text.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import commonMessages from '#messages/common.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { ALERT_DIRECTIONS, ALERT_TARGET_MAX_CENTS } from '../../../worker/domain/alerts.ts';
import { ALERTS_PER_CUSTOMER } from '../../../worker/domain/limits.ts';
import { WEIGHT_UNITS } from '../../../worker/domain/settings-rules.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { useAddAlert } from './alerts.ts';
import { percentToGo, readTarget, type TargetProblem, type AlertDraft } from './alert-target.ts';
import { usePriceOf } from './use-price-of.ts';

export function AlertForm({ alerts }: { readonly alerts: readonly Alert[] }) {
  const t = useMessages(alertsMessages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const rate = use(RateContext) ?? null;
  const priceText = usePriceText();
  const blank = useBlank();
  const [draft, setDraft] = useState(blank);
  /** Errors show once the user has left the field or submitted, not while typing. */
  const [checked, setChecked] = useState(false);
  const target = useRef<HTMLInputElement>(null);
  const add = useAddAlert();
  const price = usePriceOf(draft.metal);
  const read = readTarget(draft, f.locale, price, alerts, rate);
  const refused = refusalOf(add.error, draft);
  const errorText = useErrorText(refused?.priceCents ?? price, draft);
  const problem = refused?.problem ?? (checked && !read.ok ? read.problem : null);
  const change = (next: Partial<AlertDraft>) => {
    setDraft({ ...draft, ...next });
    add.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!read.ok) return target.current?.focus();
    const { metal, direction } = draft;
    afterwards(add.mutateAsync({ metal, direction, targetPriceCents: read.targetPriceCents }), {
      onSuccess(added) {
        setDraft({ ...blank, input: { ...draft.input, text: '' }, per: draft.per });
        setChecked(false);
        const params = { metal: t(`form.metal_${metal}`), price: priceText(added.targetPriceCents) };
        showToast({
          type: 'success',
          title: t('form.added.title'),
          message: t(`form.added.${direction}`, params),
        });
        target.current?.focus();
      },
      onError: () => target.current?.focus(),
    });
  };
  const full = alerts.length >= ALERTS_PER_CUSTOMER;
  return (
    <Card padded title={t('form.title')}>
      <form className="stack" noValidate onSubmit={submit}>
        <div className="alert-form-choices">
          <Choice label={t('form.metal')}>
            <SegmentedControl
              full
              tall
              label={t('form.metal')}
              value={draft.metal}
              options={TRADED_METALS.map((value) => ({ value, label: names(`metals.${value}`) }))}
              onChange={(metal) => change({ metal })}
            />
          </Choice>
          <Choice label={t('form.direction')}>
            <SegmentedControl
              full
              tall
              label={t('form.direction')}
              value={draft.direction}
              options={ALERT_DIRECTIONS.map((value) => ({ value, label: t(`form.${value}`) }))}
              onChange={(direction) => change({ direction })}
            />
          </Choice>
        </div>
        <Choice label={t('form.per')}>
          <SegmentedControl
            full
            label={t('form.per')}
            value={draft.per}
            options={WEIGHT_UNITS.map((value) => ({ value, label: t(`form.perUnit.${value}`) }))}
            onChange={(per) => change({ per })}
          />
        </Choice>
        <MoneyField
          ref={target}
          label={t(`form.target.${draft.per}`)}
          input={draft.input}
          onInput={(input) => change({ input })}
          hint={<Distance read={read} draft={draft} price={price} />}
          error={problem === null ? null : errorText(problem)}
          onBlur={() => setChecked(draft.input.text !== '')}
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
          <p className="small quiet">{t(full ? 'form.full' : 'form.once', accountTerms(f.locale))}</p>
        </div>
      </form>
    </Card>
  );
}

/** The form after adding an alert (A5), in the units that the customer sees. */
function useBlank(): AlertDraft {
  const { leads, rate } = useDisplay();
  const per = useWeightUnit();
  const currency = rate === null ? 'USD' : leads;
  return { metal: 'gold', direction: 'above', input: { text: '', currency }, per };
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      {/* The group has the same name for assistive technology. */}
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

type DistanceProps = {
  readonly read: ReturnType<typeof readTarget>;
  readonly draft: AlertDraft;
  readonly price: number | null;
};

/** How far the typed price is from the live one, so that a mistyped digit shows. */
function Distance({ read, draft, price }: DistanceProps) {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  const priceText = usePriceText();
  const { direction, input, per } = draft;
  if (price === null) return t('form.noPrice');
  const distance = read.ok
    ? percentToGo({ direction, targetPriceCents: read.targetPriceCents }, price)
    : null;
  if (!read.ok || distance === null) return t('form.now', { price: priceText(price) });
  const params = { percent: f.percent(distance, 'none'), price: priceText(price) };
  const said = t(direction === 'above' ? 'form.higher' : 'form.lower', params);
  if (input.currency === 'USD' && per === 'oz') return said;
  // What is stored, and what fires.
  return `${said} ${t('form.stored', { price: f.money(read.targetPriceCents) })}`;
}

/** The server's refusal, where its price is newer than the page's. */
function refusalOf(
  error: unknown,
  draft: AlertDraft,
): { readonly problem: TargetProblem; readonly priceCents: number } | null {
  if (!isRefusal(error)) return null;
  const { code, priceCents } = error.problem;
  if (code !== 'AlertAlreadyMet' || priceCents === undefined) return null;
  return { problem: draft.direction === 'above' ? 'metAbove' : 'metBelow', priceCents };
}

function useErrorText(priceCents: number | null, { input }: AlertDraft): (problem: TargetProblem) => string {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  const priceText = usePriceText();
  return (problem) => {
    switch (problem) {
      case 'format':
        return t('form.errors.format', { example: f.decimal(4_500.5, 2) });
      case 'range':
        return t('form.errors.range', { most: f.moneyRound(ALERT_TARGET_MAX_CENTS) });
      case 'metAbove':
      case 'metBelow':
        return t(`form.errors.${problem}`, { price: priceText(priceCents ?? 0) });
      case 'unit':
        return t(`form.errors.unit.${input.currency}`);
      default:
        return t(`form.errors.${problem}`);
    }
  };
}
