// Figures of the tax workbook: reais that may be pending, and rates with their day.

import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Money } from '../../ui/money.tsx';

type ReaisProps = {
  /** Null: its bulletin is missing. */
  readonly cost: number | null;
  readonly signed?: boolean;
};

export function Reais({ cost, signed = false }: ReaisProps) {
  const t = useMessages(taxMessages);
  if (cost === null) return <span className="quiet">{t('pendingWord')}</span>;
  return <Money cents={cost} currency="BRL" sign={signed ? 'always' : 'none'} />;
}

/** The same inside a sentence. */
export function useReais(): (cost: number | null) => string {
  const t = useMessages(taxMessages);
  const f = useFormat();
  return (cost) => (cost === null ? t('pendingWord') : f.money(cost, 'BRL'));
}

/** A day of Brasília. */
export function useDay(): (day: string) => string {
  const f = useFormat();
  return (day) => f.dateTime(Date.parse(day), 'date', 'UTC');
}

/** `março de 2026`. */
export function useMonth(): (month: string) => string {
  const f = useFormat();
  return (month) => f.dateTime(Date.parse(`${month}-01`), 'monthYear', 'UTC');
}

type RateProps = {
  /** Of the movement: a bulletin of another day gets a star. */
  readonly day: string;
  readonly rate: { readonly day: string; readonly e4: number } | null;
};

export function Rate({ day, rate }: RateProps) {
  const t = useMessages(taxMessages);
  const f = useFormat();
  const dayOf = useDay();
  if (rate === null) return <span className="quiet">{t('pendingWord')}</span>;
  return (
    <span className="num">
      {f.decimal(rate.e4 / 10_000, 4)}
      {rate.day !== day && '*'} <span className="quiet">({dayOf(rate.day)})</span>
    </span>
  );
}
