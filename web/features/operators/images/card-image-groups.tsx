import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { CardImage, MediaImage } from '../../../../worker/contract/operators/media.ts';
import type { CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { CardImageRow } from './card-image-row.tsx';
import { useRemoveCardImage } from './queries.ts';

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../ui/confirm-change.tsx')).ConfirmChange,
}));
const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));

const SKELETONS = ['one', 'two', 'three'] as const;

type CardImageGroupsProps = {
  /** By page and card. */
  readonly found: readonly CardImage[];
  /** Something in the list is gone, and the focus that it had. */
  readonly onGone: () => void;
};

export function CardImageGroups({ found, onGone }: CardImageGroupsProps) {
  const t = useWords(adminImagesWords);
  const [removing, setRemoving] = useState<CardImage | null>(null);
  const [editing, setEditing] = useState<MediaImage | null>(null);
  return (
    <>
      {groupsOf(found).map(({ page, cards }) => (
        <section key={page} className="image-page" aria-label={t(`pages.${page}`)}>
          <h3 className="image-page-name">{t(`pages.${page}`)}</h3>
          {cards.map(({ card, entries }) => (
            <div key={card} className="image-card">
              <h4 className="image-card-name">{t(`cards.${card}`)}</h4>
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
  const t = useWords(adminImagesWords);
  const remove = useRemoveCardImage();
  const confirm = () =>
    remove.mutate(entry.id, {
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

/** The list as it was read, with its headings. */
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

export function CardImagesLoading() {
  return (
    <ul className="image-card">
      {SKELETONS.map((key) => (
        <li key={key} className="image-row">
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
