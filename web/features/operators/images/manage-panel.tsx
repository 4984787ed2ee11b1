// Step three: the images on the site's cards, by page and card.

import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListBody, listTexts } from '../../../ui/list-card.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CARD_PAGES, type CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { cardImagesQuery, useRemoveCardImage } from './queries.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { CardImage, MediaImage } from '../../../../worker/contract/operators/media.ts';
import { useCardName } from './card-names.ts';
import { CardImageRow } from './card-image-row.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');
const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog');

const CHOICES = { page: ['all', ...CARD_PAGES] } as const;

type ManagePanelProps = { readonly arrived: boolean; readonly onUpload: () => void };

export function ManagePanel({ arrived, onUpload }: ManagePanelProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const filter = useListFilter({ choices: CHOICES, maxCharacters: 0, address: useSearchParams() });
  const query = usePages(cardImagesQuery(filter.chosen.page));
  const card = useArrivalFocus<HTMLElement>(arrived);
  return (
    <Card
      ref={card}
      tabIndex={-1}
      title={t('manage.title')}
      className="image-arrival"
      aria-busy={query.isPending || query.isPlaceholderData}
    >
      <FilterBar
        end={
          <Button
            size="small"
            busy={query.isRefetching}
            busyLabel={t('manage.refreshing')}
            onClick={() => void query.refetch()}
          >
            <Icon name="refresh" small />
            {t('manage.refresh')}
          </Button>
        }
      >
        <FilterSelect
          label={t('manage.filter')}
          options={CHOICES.page.map((value) => ({
            value,
            label: value === 'all' ? t('manage.all') : t(`pages.${value}`),
          }))}
          {...filter.selectProps('page')}
        />
      </FilterBar>
      <ListBody
        query={query}
        rowsOf={(list) => list.cardImages}
        texts={listTexts(t, 'manage')}
        filter={filter}
        emptyAction={<Button onClick={onUpload}>{t('manage.empty.action')}</Button>}
        shown={(n) => t.count('manage.shown', n)}
      >
        {(found) =>
          found === undefined ? (
            <CardImagesLoading />
          ) : (
            <CardImageGroups found={found} onGone={() => card.current?.focus()} />
          )
        }
      </ListBody>
    </Card>
  );
}

type CardImageGroupsProps = {
  /** By page and card. */
  readonly found: readonly CardImage[];
  /** A removed row had the focus. */
  readonly onGone: () => void;
};

function CardImageGroups({ found, onGone }: CardImageGroupsProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const nameOf = useCardName();
  const [removing, setRemoving] = useState<CardImage | null>(null);
  const [editing, setEditing] = useState<MediaImage | null>(null);
  return (
    <>
      {groupsOf(found).map(({ page, cards }) => (
        <section key={page} className="image-page" aria-label={t(`pages.${page}`)}>
          <h3 className="image-page-name">{t(`pages.${page}`)}</h3>
          {cards.map(({ card, entries }) => (
            <div key={card} className="image-card">
              <h4 className="image-card-name">{nameOf(card)}</h4>
              <ul>
                {entries.map((entry) => (
                  <CardImageRow key={entry.id} entry={entry} onRemove={setRemoving} onEdit={setEditing} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      <Suspense fallback={null}>
        {removing !== null && (
          <RemoveDialog
            key={removing.id}
            entry={removing}
            onClose={() => setRemoving(null)}
            onGone={onGone}
          />
        )}
        {editing !== null && <EditDialog image={editing} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}

type RemoveDialogProps = {
  readonly entry: CardImage;
  readonly onClose: () => void;
  readonly onGone: () => void;
};

function RemoveDialog({ entry, onClose, onGone }: RemoveDialogProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const remove = useRemoveCardImage();
  const confirm = () =>
    afterwards(remove.mutateAsync(entry.id), {
      onSuccess() {
        showToast({ type: 'success', title: t('manage.removed') });
        onClose();
        onGone();
      },
    });
  return (
    <ConfirmChange
      open
      danger
      title={t('manage.confirm.title')}
      text={t('manage.confirm.text')}
      submit={t('manage.confirm.submit')}
      busyLabel={t('manage.confirm.busy')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

type Group = {
  readonly page: CardPage;
  readonly cards: { readonly card: CardImage['card']; readonly entries: CardImage[] }[];
};

/** The list in the server's order, with its headings. */
function groupsOf(found: readonly CardImage[]): readonly Group[] {
  const groups: Group[] = [];
  for (const entry of found) {
    let group = groups.at(-1);
    if (group?.page !== entry.page) {
      group = { page: entry.page, cards: [] };
      groups.push(group);
    }
    const last = group.cards.at(-1);
    if (last?.card === entry.card) last.entries.push(entry);
    else group.cards.push({ card: entry.card, entries: [entry] });
  }
  return groups;
}

function CardImagesLoading() {
  return (
    <ul className="image-card">
      {Array.from({ length: 3 }, (_, index) => (
        <li key={index} className="image-row">
          <span className="image-thumb">
            <Skeleton shape="block" />
          </span>
          <div className="file-card-what">
            <Skeleton shape="line" />
            <Skeleton shape="short" />
          </div>
        </li>
      ))}
    </ul>
  );
}
