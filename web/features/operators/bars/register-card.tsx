// The register: bars in the vault, or those that left it.

import { useSearchParams } from 'react-router';
import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import messages from '#messages/operators-bars.json';
import { type Bar, BARS_SEARCH_MAX } from '../../../../worker/contract/operators/bars.ts';
import { TRADED_METALS } from '../../../../worker/domain/metals.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { useMay } from '../frame/may.tsx';
import { barsQuery } from './queries.ts';
import { useBarTexts } from './texts.ts';

const CHOICES = { where: ['vault', 'gone'], metal: ['all', ...TRADED_METALS] } as const;

type RegisterCardProps = { readonly onRelease: (bar: Bar) => void };

export function RegisterCard({ onRelease }: RegisterCardProps) {
  const t = useMessages(messages);
  const names = useMessages(commonMessages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: BARS_SEARCH_MAX,
    address: useSearchParams(),
  });
  const query = usePages(barsQuery({ ...filter.chosen, find: filter.search }));
  const hasSamples = query.data?.pages.some(({ bars }) => bars.some(({ sample }) => sample)) ?? false;
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.bars}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-bar': id })}
      columns={useColumns(onRelease)}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <SearchInput label={t('list.search')} aria-label={t('list.searchLabel')} {...filter.searchProps} />
          <FilterSelect
            label={t('list.where')}
            options={CHOICES.where.map((value) => ({ value, label: t(`list.${value}`) }))}
            {...filter.selectProps('where')}
          />
          <FilterSelect
            label={t('list.metal')}
            options={CHOICES.metal.map((value) => ({
              value,
              label: value === 'all' ? t('list.all') : names(`metals.${value}`),
            }))}
            {...filter.selectProps('metal')}
          />
        </>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
      note={hasSamples && <p className="card-note small quiet">{t('list.note')}</p>}
    />
  );
}

function useColumns(onRelease: (bar: Bar) => void): readonly TableColumn<Bar>[] {
  const t = useMessages(messages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { ounces, assay, nameOf } = useBarTexts();
  const mayPropose = useMay()('bars.propose');
  return [
    {
      key: 'bar',
      label: t('list.columns.bar'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ metal, refiner, serial, sample }) => (
        <>
          {serial} {sample && <Badge tone="neutral">{t('list.sample')}</Badge>}
          <span className="sub">{`${names(`metals.${metal}`)}, ${refiner}`}</span>
        </>
      ),
    },
    {
      key: 'gross',
      label: t('list.columns.gross'),
      align: 'right',
      skeleton: 'short',
      render: ({ grossE3 }) => ounces(grossE3),
    },
    {
      key: 'assay',
      label: t('list.columns.assay'),
      align: 'right',
      skeleton: 'short',
      render: ({ assayE1 }) => assay(assayE1),
    },
    {
      key: 'fine',
      label: t('list.columns.fine'),
      align: 'right',
      skeleton: 'short',
      render: ({ fineE3 }) => ounces(fineE3),
    },
    {
      key: 'came',
      label: t('list.columns.came'),
      className: 'num',
      skeleton: 'short',
      render: ({ inAt, outAt }) => (
        <>
          {f.dateTime(inAt, 'date')}
          {outAt !== null && (
            <span className="sub">{t('list.released', { date: f.dateTime(outAt, 'date') })}</span>
          )}
        </>
      ),
    },
    ...(mayPropose
      ? [
          {
            key: 'actions',
            label: t('list.columns.actions'),
            hiddenLabel: true,
            actions: true,
            skeleton: 'badge',
            render: (bar: Bar) =>
              bar.outAt === null && (
                <Button
                  size="small"
                  aria-label={t('list.releaseNamed', { bar: nameOf(bar) })}
                  onClick={() => onRelease(bar)}
                >
                  {t('list.release')}
                </Button>
              ),
          } as const,
        ]
      : []),
  ];
}
