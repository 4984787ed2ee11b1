// Figures as OpenMetrics 1.0 text: each family with its type, unit and words, buckets added up, and the mark of the end, by which a
// reader knows that nothing was cut off. Names, labels and their values come from contract/metrics.ts, so none needs an escape.

import { familyOf, METRICS, type MetricName, readSeries } from '../contract/metrics.ts';
import type { Counted, Minute } from '../domain/figures.ts';

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export function openMetrics({ counts, timings }: Counted, gauges: Minute['gauges']): string {
  const families = (Object.keys(METRICS) as MetricName[]).flatMap((name) => {
    const { type, unit, help, bounds = [] } = familyOf(name);
    const lines =
      type === 'histogram'
        ? ofName(timings, name).flatMap(([labels, timing]) => histogramLines(name, labels, timing, bounds))
        : ofName(type === 'counter' ? counts : gauges, name).map(
            ([labels, value]) => `${name}${type === 'counter' ? '_total' : ''}${braced(labels)} ${value}`,
          );
    const ofUnit = unit === undefined ? [] : [`# UNIT ${name} ${unit}`];
    return [`# TYPE ${name} ${type}`].concat(ofUnit, `# HELP ${name} ${help}`, lines);
  });
  return `${[...families, '# EOF'].join('\n')}\n`;
}

/** The series of a family by what stands between their braces, in one order for all times. */
function ofName<T>(
  bySeries: Readonly<Record<string, T>>,
  name: MetricName,
): (readonly [labels: string, value: T])[] {
  return Object.entries(bySeries)
    .filter(([series]) => readSeries(series)?.name === name)
    .map(([series, value]) => [series.slice(name.length + 1, -1), value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

function histogramLines(
  name: string,
  labels: string,
  timing: readonly number[],
  bounds: readonly number[],
): string[] {
  let below = 0;
  const buckets = [
    ...bounds.map((bound) => bound.toFixed(Number.isInteger(bound) ? 1 : 3).replace(/(\.\d+?)0+$/u, '$1')),
    '+Inf',
  ].map((bound, index) => {
    below += timing[index] ?? 0;
    return `${name}_bucket{${labels === '' ? '' : `${labels},`}le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_count${braced(labels)} ${below}`,
    `${name}_sum${braced(labels)} ${timing[bounds.length + 1] ?? 0}`,
  ];
}
