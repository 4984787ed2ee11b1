// One number in two controls: a native slider to try values out, and the number itself, which can be typed. The slider
// moves by its step; a typed number may lie between two steps.

import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { numberFormat } from '../../worker/domain/number-format.ts';
import type { Currency } from '../i18n/format.ts';
import { INTL_TAG, type Locale } from '../i18n/locale.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import uiMessages from '#messages/ui.json';
import { Icon } from './icon.tsx';
import { parseDecimal } from '../i18n/parse-decimal.ts';

type SliderFieldProps = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** A value as text, for the ends of the scale and for `aria-valuetext`: `US$ 5.000`, `5 anos`. */
  readonly format: (value: number) => string;
  /** Before the number: the switch of its currency. */
  readonly prefix?: ReactNode;
  /** What the number counts, where that is money. */
  readonly unit?: Currency;
  /** Muted text after the number: a unit. */
  readonly suffix?: string;
  /** Decimals that may be typed; 0 by default. */
  readonly decimals?: number;
  /** The error of the value in combination with other fields. */
  readonly error?: string | null;
};

export function SliderField(props: SliderFieldProps) {
  const { label, value, min, max, step, onChange, format, prefix, suffix, decimals = 0, error } = props;
  const { unit = 'USD' } = props;
  const t = useMessages(uiMessages.slider);
  const locale = useLocale();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? null : readSliderNumber(locale, draft, { min, max, decimals, unit });
  const problem = draftProblem(typed, decimals);
  const wrong = problem === null ? (error ?? null) : t(problem, { min: format(min), max: format(max) });
  const shown = (number: number) => numberFormat(INTL_TAG[locale], 0, decimals).format(number);

  const type = (text: string) => {
    setDraft(text);
    const read = readSliderNumber(locale, text, { min, max, decimals, unit });
    if (read.ok) onChange(read.value);
  };
  const settle = () => {
    if (typed?.ok === false && typed.near !== null) onChange(typed.near);
    setDraft(null);
  };
  const settleOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle();
  };
  const described = wrong === null ? undefined : `${id}-note`;
  return (
    <div className="slider-field">
      <div className="slider-head">
        <label className="field-label" id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {prefix}
        <span className="slider-number num" data-invalid={wrong !== null || undefined}>
          <input
            id={id}
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            maxLength={14}
            size={shown(max).length + 1}
            value={draft ?? shown(value)}
            aria-invalid={wrong !== null || undefined}
            aria-describedby={described}
            onChange={(event) => type(event.target.value)}
            onBlur={settle}
            onKeyDown={settleOnEnter}
          />
          {suffix !== undefined && <span aria-hidden="true">{suffix}</span>}
        </span>
      </div>
      <Track {...{ id, value, min, max, step, onChange, format }} />
      <div className="slider-ends tiny quiet num" aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
      <div id={`${id}-note`} className="slider-note" aria-live="polite" hidden={described === undefined}>
        {wrong !== null && (
          <p className="field-error">
            <Icon name="alert" small />
            <span>{wrong}</span>
          </p>
        )}
      </div>
    </div>
  );
}

type TrackProps = Pick<SliderFieldProps, 'value' | 'min' | 'max' | 'step' | 'onChange' | 'format'> & {
  readonly id: string;
};

/**
 * The filled part of the track is an SVG behind the native control: only one browser can style its own, and the CSP
 * blocks inline styles.
 */
function Track({ id, value, min, max, step, onChange, format }: TrackProps) {
  const percent = ((value - min) / (max - min)) * 100;
  return (
    <div className="slider-track">
      <svg width="100%" height="4" aria-hidden="true">
        <rect className="slider-line" width="100%" height="4" rx="2" />
        <rect className="slider-fill" width={`${percent}%`} height="4" rx="2" />
      </svg>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-labelledby={`${id}-label`}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}

type Problem = 'format' | 'whole' | 'tenths' | 'range';

function draftProblem(typed: Typed | null, decimals: number): Problem | null {
  if (typed === null || typed.ok) return null;
  // The field is empty while the user replaces the number: no error.
  if (typed.reason === 'empty') return null;
  if (typed.reason === 'decimals') return decimals === 0 ? 'whole' : 'tenths';
  return typed.reason;
}

type SliderBounds = {
  readonly min: number;
  readonly max: number;
  /** Decimals that may be typed: 0 or 1. */
  readonly decimals: number;
  readonly unit?: Currency;
};

type Typed =
  | { readonly ok: true; readonly value: number }
  /** `near`: the bound closest to a number outside the range; null for text that is no number. */
  | {
      readonly ok: false;
      readonly reason: 'empty' | 'format' | 'decimals' | 'range';
      readonly near: number | null;
    };

/** A typed unit after the number is accepted: `8%`, `5 anos`. */
const UNIT = /[\s%\p{L}]+$/u;

export function readSliderNumber(
  locale: Locale,
  text: string,
  { min, max, decimals, unit = 'USD' }: SliderBounds,
): Typed {
  const bare = text.replace(UNIT, '');
  if (bare === '' && text.trim() !== '') return { ok: false, reason: 'format', near: null };
  const parsed = parseDecimal(locale, bare, decimals, unit);
  if (!parsed.ok) {
    const reason = parsed.reason === 'unit' ? 'format' : parsed.reason;
    return { ok: false, reason, near: reason === 'range' ? max : null };
  }
  const value = parsed.units / 10 ** decimals;
  if (value < min) return { ok: false, reason: 'range', near: min };
  if (value > max) return { ok: false, reason: 'range', near: max };
  return { ok: true, value };
}
