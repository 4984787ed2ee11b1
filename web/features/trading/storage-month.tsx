// One month of storage: its days, what they add up to, and how the fee comes about.

import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import storageMessages from '#messages/storage.json';
import { Card } from '../../ui/card.tsx';
import { Table, type TableColumn } from '../../ui/data-table.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Select } from '../../ui/select.tsx';
import type { StorageMonth, StorageReport } from '../../../worker/contract/storage.ts';
import { firstDayOf } from '../../../worker/domain/days.ts';
import { storageTerms } from '../../i18n/storage-terms.ts';

type MonthCardProps = {
  readonly report: StorageReport;
  /** Newest first. */
  readonly months: readonly string[];
  readonly waiting: boolean;
  readonly onChoose: (month: string) => void;
};

type DayRow = { readonly day: string; readonly valueCents: number | null; readonly excessCents: number };

export function MonthCard({ report, months, waiting, onChoose }: MonthCardProps) {
  const t = useMessages(storageMessages.month);
  const f = useFormat();
  const monthName = useMonthName();
  const rows: DayRow[] = [
    ...report.days,
    ...report.unmarked.map((day) => ({ day, valueCents: null, excessCents: 0 })),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const columns: readonly TableColumn<DayRow>[] = [
    { key: 'day', label: t('day'), header: true, render: ({ day }) => f.dateTime(day, 'dayMonth', 'UTC') },
    {
      key: 'value',
      label: t('value'),
      align: 'right',
      className: 'num',
      render: ({ valueCents }) => (valueCents === null ? t('unmarked') : f.money(valueCents)),
    },
    {
      key: 'above',
      label: t('above'),
      align: 'right',
      className: 'num',
      render: ({ excessCents }) => f.money(excessCents),
    },
  ];
  return (
    <Card title={t('title')} aria-busy={waiting || undefined}>
      <div className="card-padded stack">
        <Select
          label={t('choose')}
          value={report.month}
          options={months.map((month) => ({ value: month, label: monthName(month) }))}
          onChange={onChoose}
        />
        <Formula report={report} />
        <p className="small muted">{t('lead', storageTerms(f.locale))}</p>
      </div>
      <Table
        columns={columns}
        rows={rows}
        rowKey={({ day }) => day}
        cards={false}
        className="storage-days"
        caption={t('caption', { month: monthName(report.month) })}
        empty={t(report.closedTo === null ? 'notYet' : 'none')}
      />
    </Card>
  );
}

function Formula({ report }: { readonly report: StorageReport }) {
  const t = useMessages(storageMessages.formula);
  const f = useFormat();
  const { counted } = report;
  return (
    <>
      <Rows>
        <FormulaRows of={report} label={t(counted === null ? 'soFar' : 'due')} />
        {counted !== null && <Charged month={counted} />}
      </Rows>
      <p className="small quiet">{t('explained', storageTerms(f.locale))}</p>
    </>
  );
}

type FormulaRowsProps = {
  readonly of: Pick<StorageMonth, 'centDays' | 'carriedIn' | 'dueCents' | 'carriedOut'>;
  /** Of what it comes to. */
  readonly label: string;
};

/** From the cent-days of a month to its cents; also on its receipt. */
export function FormulaRows({ of: { centDays, carriedIn, dueCents, carriedOut }, label }: FormulaRowsProps) {
  const t = useMessages(storageMessages.formula);
  const f = useFormat();
  const { divisor } = storageTerms(f.locale);
  return (
    <>
      <Row label={t('centDays')}>{f.integer(centDays)}</Row>
      {carriedIn > 0 && <Row label={t('carriedIn')}>{f.integer(carriedIn)}</Row>}
      <Row label={label}>
        {t('division', { all: f.integer(centDays + carriedIn), divisor })} = {f.money(dueCents)}
      </Row>
      {carriedOut > 0 && <Row label={t('carriedOut')}>{f.integer(carriedOut)}</Row>}
    </>
  );
}

function Charged({ month }: { readonly month: StorageMonth }) {
  const t = useMessages(storageMessages.formula);
  const f = useFormat();
  const { owedBeforeCents, chargedCents, owedCents, chargedAt } = month;
  if (chargedAt === null) return <Row label={t('charged')}>{t('waits')}</Row>;
  return (
    <>
      {owedBeforeCents !== null && owedBeforeCents > 0 && (
        <Row label={t('owedBefore')}>{f.money(owedBeforeCents)}</Row>
      )}
      <Row label={t('chargedOn', { date: f.dateTime(chargedAt, 'dayMonthYear') })}>
        {f.money(chargedCents ?? 0)}
      </Row>
      {owedCents !== null && owedCents > 0 && <Row label={t('owed')}>{f.money(owedCents)}</Row>}
    </>
  );
}

/** Every counted month, newest first. */
export function MonthsCard({ months }: { readonly months: readonly StorageMonth[] }) {
  const t = useMessages(storageMessages.months);
  const f = useFormat();
  const monthName = useMonthName();
  const cents = (value: number | null) => (value === null ? t('waits') : f.money(value));
  const columns: readonly TableColumn<StorageMonth>[] = [
    { key: 'month', label: t('month'), header: true, render: ({ month }) => monthName(month) },
    {
      key: 'due',
      label: t('due'),
      align: 'right',
      className: 'num',
      render: ({ dueCents }) => f.money(dueCents),
    },
    {
      key: 'charged',
      label: t('charged'),
      align: 'right',
      className: 'num',
      render: ({ chargedCents }) => cents(chargedCents),
    },
    {
      key: 'owed',
      label: t('owed'),
      align: 'right',
      className: 'num',
      render: ({ owedCents }) => cents(owedCents),
    },
  ];
  return (
    <Card title={t('title')}>
      <Table columns={columns} rows={months} rowKey={({ month }) => month} caption={t('title')} />
    </Card>
  );
}

export function useMonthName(): (month: string) => string {
  const f = useFormat();
  return (month) => f.dateTime(firstDayOf(month), 'monthYear', 'UTC');
}
