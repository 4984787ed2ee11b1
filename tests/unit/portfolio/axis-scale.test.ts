// The axis of the portfolio's chart: as few figures as tell its lines apart, whatever the portfolio is worth.

import { expect, test } from 'vitest';
import { axisLabel, axisUnit } from '../../../web/features/trading/value-series.ts';
import { formatsFor } from '../../../web/i18n/use-format.ts';
import { valueSpan, valueTicks } from '../../../web/ui/chart/frame.ts';

const labels = (locale: 'pt-BR' | 'en', from: number, to: number) => {
  const samples = [
    { at: 0, value: from },
    { at: 1, value: to },
  ];
  const unit = axisUnit(samples);
  const ticks = valueTicks(valueSpan(samples), 3);
  return [unit, ...ticks.map((tick) => axisLabel(formatsFor(locale), unit)(tick, ticks))];
};

test.each([
  ['pt-BR', 48_000, 53_000, ['one', '480', '500', '520']],
  ['pt-BR', 500_000, 983_132, ['thousand', '6', '8', '10']],
  ['en', 500_000, 880_000, ['one', '6,000', '7,500', '9,000']],
  ['pt-BR', 4_752_106, 5_322_394, ['thousand', '48', '50', '52']],
  ['en', 152_000_000, 152_300_000, ['thousand', '1,520.4', '1,521.6', '1,522.8']],
  ['en', 1_500_000_000, 2_500_000_000, ['million', '15', '20', '25']],
] as const)('%s: from %d to %d cents', (locale, from, to, expected) => {
  expect(labels(locale, from, to)).toEqual(expected);
});
