// The tax workbook of a customer: which years there are, one of them, a month of it, and what the customer chose for it.

import type { Refusal } from '../contract/problems.ts';
import type {
  TaxChoiceChange,
  TaxChoiceView,
  TaxMonth,
  TaxRates,
  TaxYear,
  TaxYearList,
} from '../contract/tax.ts';
import { listPtaxDays } from '../db/ptax.ts';
import {
  chooseForYear,
  NO_CHOICE,
  readTaxOutline,
  readTaxRecord,
  type TaxChoice,
  type TaxOutline,
  type TaxRecord,
} from '../db/tax.ts';
import { addDays, brasiliaDay } from '../domain/brasilia.ts';
import { TAX_CHOICE_LIMIT } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import { type Bulletins, bulletinsOf, DAYS_WITHOUT_BULLETIN } from '../domain/tax/ptax.ts';
import { yearFacts, type YearFacts } from '../domain/tax/workbook.ts';
import { iso } from '../domain/time.ts';
import { ptaxSeries } from '../providers/ptax-series.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';

export type TaxDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId'>;

const yearOf = (at: number): number => Number(brasiliaDay(at).slice(0, 4));

/** From the year of the account, or of its first movement, to this one. */
function yearsOf({ openedAt, firstAt }: TaxOutline, now: number): number[] {
  const first = yearOf(Math.min(openedAt, firstAt ?? openedAt));
  return Array.from({ length: yearOf(now) - first + 1 }, (_, index) => first + index);
}

export type TaxRecords = TaxRecord & {
  readonly now: number;
  readonly bulletins: Bulletins;
  readonly rates: TaxRates;
};

export async function readTax(deps: TaxDeps, accountId: string): Promise<TaxRecords> {
  const now = deps.now();
  const record = await readTaxRecord(deps.db, accountId);
  return { ...record, now, ...(await readRates(deps, record, now)) };
}

async function readRates(
  { db, env }: TaxDeps,
  { firstAt }: TaxOutline,
  now: number,
): Promise<Pick<TaxRecords, 'bulletins' | 'rates'>> {
  const series = ptaxSeries(env);
  if (series === null) return { bulletins: () => null, rates: null };
  const from = addDays(brasiliaDay(firstAt ?? now), -DAYS_WITHOUT_BULLETIN - 1);
  const days = await listPtaxDays(db, series.kind, from);
  const rates = { kind: series.kind, source: series.name, lastDay: days.at(-1)?.day ?? null };
  return { bulletins: bulletinsOf(days), rates };
}

export function choiceView({ method, methodFixedAt, regime }: TaxChoice): TaxChoiceView {
  return { method, methodFixedAt: methodFixedAt === null ? null : iso(methodFixedAt), regime };
}

export const isOver = (year: number, now: number): boolean => year < yearOf(now);

export async function taxYears(deps: TaxDeps, accountId: string): Promise<TaxYearList> {
  const now = deps.now();
  const outline = await readTaxOutline(deps.db, accountId);
  const { rates } = await readRates(deps, outline, now);
  return {
    years: yearsOf(outline, now)
      .toReversed()
      .map((year) => ({
        year,
        isComplete: isOver(year, now) && (rates?.lastDay ?? '') >= `${year}-12-31`,
        method: outline.choices.get(year)?.method ?? null,
      })),
    rates,
    ownerRegime: SITE_OWNER.taxRegime,
  };
}

type NoYear = Refusal<'TaxYearUnknown'>;

/** `asked` as it stands in the address. */
export function findYear(
  records: TaxRecords,
  asked: string,
): Result<{ year: number; facts: YearFacts }, NoYear> {
  const year = /^\d{4}$/u.test(asked) ? Number(asked) : Number.NaN;
  if (!yearsOf(records, records.now).includes(year)) return err({ code: 'TaxYearUnknown' });
  return ok({ year, facts: yearFacts(records.movements, records.bulletins, year, records.now) });
}

export async function taxYear(
  deps: TaxDeps,
  accountId: string,
  asked: string,
): Promise<Result<TaxYear, NoYear>> {
  const records = await readTax(deps, accountId);
  const found = findYear(records, asked);
  if (!found.ok) return found;
  const { year, facts } = found.value;
  const { acquisitions, disposals, ...rest } = facts;
  const within = (month: string) => (rows: readonly { readonly day: string }[]) =>
    rows.filter(({ day }) => day.startsWith(month)).length;
  return ok({
    ...rest,
    year,
    isOver: isOver(year, records.now),
    asOf: iso(records.now),
    rates: records.rates,
    ownerRegime: SITE_OWNER.taxRegime,
    choice: choiceView(records.choices.get(year) ?? NO_CHOICE),
    methodBefore: records.choices.get(year - 1)?.method ?? null,
    counts: facts.months.map(({ month }) => ({
      month,
      acquisitions: within(month)(acquisitions),
      disposals: within(month)(disposals),
    })),
  });
}

/** `month` as it stands in the address: `03`. */
export async function taxMonth(
  deps: TaxDeps,
  accountId: string,
  asked: { readonly year: string; readonly month: string },
): Promise<Result<TaxMonth, NoYear>> {
  const found = findYear(await readTax(deps, accountId), asked.year);
  if (!found.ok) return found;
  const { acquisitions, disposals, months } = found.value.facts;
  const month = `${asked.year}-${asked.month}`;
  if (!months.some((one) => one.month === month)) return err({ code: 'TaxYearUnknown' });
  const within = <T extends { readonly day: string }>(rows: readonly T[]) =>
    rows.filter(({ day }) => day.startsWith(month));
  return ok({ month, acquisitions: within(acquisitions), disposals: within(disposals) });
}

export async function chooseTax(
  deps: TaxDeps,
  accountId: string,
  asked: string,
  chosen: TaxChoiceChange,
): Promise<Result<TaxChoiceView, Refusal<'TaxYearUnknown' | 'TaxMethodFixed' | 'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `tax-choices:${accountId}`, TAX_CHOICE_LIMIT);
  if (!claimed.ok) return claimed;
  const now = deps.now();
  const outline = await readTaxOutline(deps.db, accountId);
  const year = yearsOf(outline, now).find((one) => String(one) === asked);
  if (year === undefined) return err({ code: 'TaxYearUnknown' });
  const { method, methodFixedAt } = outline.choices.get(year) ?? NO_CHOICE;
  const changesMethod = chosen.method !== undefined && chosen.method !== method;
  if (methodFixedAt !== null && changesMethod) return err({ code: 'TaxMethodFixed' });
  const stored = await chooseForYear(deps.db, accountId, year, chosen, now);
  // A file was made in between.
  if (chosen.method !== undefined && stored.method !== chosen.method) return err({ code: 'TaxMethodFixed' });
  return ok(choiceView(stored));
}
