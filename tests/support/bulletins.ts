// A stored series of bulletins for tests: every day of a time, feasts and weekends without one.

import { addDays, startOfDay, type Day } from '../../worker/domain/brasilia.ts';
import { isBusinessDay } from '../../worker/domain/business-days.ts';
import type { Bulletin, PtaxDay } from '../../worker/domain/tax/ptax.ts';
import { HOUR_MS } from '../../worker/domain/time.ts';

export function seriesOf(
  from: Day,
  to: Day,
  ratesOf: (day: Day) => Pick<Bulletin, 'buyE4' | 'sellE4'>,
): PtaxDay[] {
  const days: PtaxDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const hasOne = isBusinessDay(Date.parse(day));
    const bulletin = hasOne ? { day, ...ratesOf(day), publishedAt: startOfDay(day) + 13 * HOUR_MS } : null;
    days.push({ day, bulletin, isCertain: true, isHeld: false });
  }
  return days;
}
