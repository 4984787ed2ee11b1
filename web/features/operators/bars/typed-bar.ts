// What an operator typed of a bar, read as the server will read it.

import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-decimal.ts';
import {
  type BarFacts,
  type BarRule,
  brokenBarRule,
  fineE3Of,
  readRefiner,
  readSerial,
} from '../../../../worker/domain/bars.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';

export type TypedBar = {
  readonly metal: TradedMetal;
  readonly refiner: string;
  readonly serial: string;
  readonly gross: string;
  readonly assay: string;
};

/** `number`: no number as the field takes it. */
type FieldError = 'barRefiner' | 'barSerial' | 'barWeight' | 'barStep' | 'barAssay' | 'number';

export type ReadBar = {
  /** Null while something is missing or wrong. */
  readonly bar: BarFacts | null;
  /** Of a weight and a fineness that a bar can have. */
  readonly fineE3: number | null;
  readonly errors: Readonly<Record<Exclude<keyof TypedBar, 'metal'>, FieldError | null>>;
};

const OF_GROSS: Readonly<Record<BarRule, FieldError | null>> = {
  weight: 'barWeight',
  step: 'barStep',
  assay: null,
};

export function readBar(typed: TypedBar, locale: Locale): ReadBar {
  const { metal } = typed;
  const [refiner, serial] = [readRefiner(typed.refiner), readSerial(typed.serial)];
  const gross = parseDecimal(locale, typed.gross, 3);
  const assay = parseDecimal(locale, typed.assay, 1);
  const weights = gross.ok && assay.ok ? { metal, grossE3: gross.units, assayE1: assay.units } : null;
  const broken = weights === null ? null : brokenBarRule(weights);
  const sound = broken === null ? weights : null;
  return {
    bar: sound === null || refiner === null || serial === null ? null : { ...sound, refiner, serial },
    fineE3: sound === null ? null : fineE3Of(sound.grossE3, sound.assayE1),
    errors: {
      refiner: refiner === null ? 'barRefiner' : null,
      serial: serial === null ? 'barSerial' : null,
      gross: !gross.ok ? 'number' : broken === null ? null : OF_GROSS[broken],
      assay: !assay.ok ? 'number' : broken === 'assay' ? 'barAssay' : null,
    },
  };
}
