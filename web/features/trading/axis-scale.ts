// The axis counts large portfolios in thousands or millions: its labels have the room of five figures, on a phone less.

import type { Formats } from '../../i18n/use-format.ts';
import type { AxisWords } from '../../ui/chart/line-option.ts';

export type AxisUnit = 'one' | 'thousand' | 'million';

const CENTS = { one: 100, thousand: 100_000, million: 100_000_000 } as const satisfies Record<
  AxisUnit,
  number
>;
/** With less of a unit the next smaller one is still short; its lines may stand a little above the highest value. */
const LEAST = 9;

export function axisUnit(samples: readonly { readonly value: number }[]): AxisUnit {
  const most = Math.max(0, ...samples.map(({ value }) => value));
  if (most >= LEAST * CENTS.million) return 'million';
  return most >= LEAST * CENTS.thousand ? 'thousand' : 'one';
}

/** Labels of one axis all have the fewest decimals that tell them apart. */
export function axisLabel(f: Formats, unit: AxisUnit): AxisWords['value'] {
  return (cents, ticks) => {
    const digits = [0, 1, 2, 3].find((some) =>
      ticks.every((tick) => isWhole((tick / CENTS[unit]) * 10 ** some)),
    );
    return f.decimal(cents / CENTS[unit], digits ?? 3);
  };
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
