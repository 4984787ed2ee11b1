// Step three: what the cards of the site show, page by page and card by card.

import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { CARD_PAGES, type CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { CardImageGroups, CardImagesLoading } from './card-image-groups.tsx';
import { useCardImages } from './queries.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';

type ManagePanelProps = { readonly arrived: boolean; readonly onUpload: () => void };

export function ManagePanel({ arrived, onUpload }: ManagePanelProps) {
  const t = useWords(adminImagesWords);
  const [page, setPage] = useState<CardPage | 'all'>('all');
  const query = useCardImages(page);
  const place = useArrivalFocus<HTMLElement>(arrived);
  const found = query.data?.pages.flatMap((list) => list.cardImages);
  const refresh = () => void query.refetch();
  return (
    <Card
      ref={place}
      tabIndex={-1}
      title={t('manage.title')}
      className="image-arrival"
      aria-busy={query.isPending || query.isPlaceholderData}
    >
      <FilterBar
        end={
          <Button size="small" busy={query.isRefetching} busyLabel={t('manage.refreshing')} onClick={refresh}>
            <Icon name="refresh" small />
            {t('manage.refresh')}
          </Button>
        }
      >
        <FilterSelect
          label={t('manage.filter')}
          value={page}
          options={(['all', ...CARD_PAGES] as const).map((value) => ({
            value,
            label: value === 'all' ? t('manage.all') : t(`pages.${value}`),
          }))}
          onChange={setPage}
        />
      </FilterBar>
      {found === undefined && query.isError ? (
        <ErrorState title={t('manage.error.title')} onRetry={refresh} retrying={query.isFetching}>
          {t('manage.error.text')}
        </ErrorState>
      ) : (
        <>
          {query.isRefetchError && (
            <div className="image-notice">
              <ProblemNotice error={query.error} onRetry={refresh} retrying={query.isFetching} />
            </div>
          )}
          {found === undefined && <CardImagesLoading />}
          {found?.length === 0 && (
            <Nothing filtered={page !== 'all'} onAll={() => setPage('all')} onUpload={onUpload} />
          )}
          {found !== undefined && found.length > 0 && (
            <CardImageGroups found={found} onGone={() => place.current?.focus()} />
          )}
        </>
      )}
      {found !== undefined && found.length > 0 && (
        <LoadMore
          shown={t.count('manage.shown', found.length)}
          more={query.hasNextPage}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </Card>
  );
}

type NothingProps = {
  readonly filtered: boolean;
  readonly onAll: () => void;
  readonly onUpload: () => void;
};

function Nothing({ filtered, onAll, onUpload }: NothingProps) {
  const t = useWords(adminImagesWords);
  const which = filtered ? 'none' : 'empty';
  return (
    <EmptyState
      title={t(`manage.${which}.title`)}
      action={<Button onClick={filtered ? onAll : onUpload}>{t(`manage.${which}.action`)}</Button>}
    >
      {t(`manage.${which}.text`)}
    </EmptyState>
  );
}
