import { useQuery } from '@tanstack/react-query';
import { priceHistoryQuery } from '../../live/history-query.ts';
import type { Metal } from '../../../worker/domain/metals.ts';

/** The number of points that a line of 76 pixels can show. */
const SPARK_POINTS = 60;

/** The last seven days of a metal as a sparkline; empty while unknown. */
export function useSparkline(metal: Metal, wanted = true): readonly number[] {
  const { data } = useQuery({ ...priceHistoryQuery(metal, '7D'), enabled: wanted });
  return data === undefined
    ? []
    : downsampled(
        data.points.map((point) => point.priceCents),
        SPARK_POINTS,
      );
}

/** Evenly chosen values, including the first and the last. */
export function downsampled(values: readonly number[], most: number): readonly number[] {
  if (values.length <= most) return values;
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => values[Math.round(i * step)] ?? 0);
}
