// Step two: put an image on a card. A success opens step three.

import { usePages } from '../../../api/paged.ts';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Card } from '../../../ui/card.tsx';
import { AssociateForm } from './associate-form.tsx';
import type { Draft, DraftChange } from './draft.ts';
import { useFileFacts } from './file-rules.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { ListBody, listTexts } from '../../../ui/list-card.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LibraryActions } from './library-actions.tsx';
import { useSearchParams } from 'react-router';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { MEDIA_SEARCH_MAX_CHARACTERS, type MediaImage } from '../../../../worker/contract/operators/media.ts';
import { libraryQuery } from './queries.ts';

/** How long the success message stays (A4). */
const DONE_MS = 2_000;

type AssociatePanelProps = {
  readonly draft: Draft;
  readonly onChange: (change: DraftChange) => void;
  readonly arrived: boolean;
  readonly onUpload: () => void;
  readonly onDone: () => void;
};

export function AssociatePanel({ draft, onChange, arrived, onUpload, onDone }: AssociatePanelProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const card = useArrivalFocus<HTMLElement>(arrived);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onDone, DONE_MS);
    return () => clearTimeout(timer);
  }, [done, onDone]);
  const finish = () => {
    onChange({ kind: 'associated' });
    setDone(true);
  };
  return (
    <div className="image-steps">
      <Card ref={card} tabIndex={-1} title={t('associate.image')} className="image-arrival">
        <Chosen draft={draft} onChange={onChange} />
        <Library
          chosen={draft.image}
          onChoose={(image) => onChange({ kind: 'chosen', image })}
          onUpload={onUpload}
        />
      </Card>
      <Card title={t('associate.title')} padded>
        <AssociateForm draft={draft} done={done} onChange={onChange} onDone={finish} />
      </Card>
    </div>
  );
}

function Chosen({ draft: { image }, onChange }: Pick<AssociatePanelProps, 'draft' | 'onChange'>) {
  const t = useMessages(operatorsImagesMessages.images);
  const f = useFormat();
  const facts = useFileFacts();
  return (
    <div className="image-chosen">
      {image === null ? (
        <p className="quiet">{t('associate.choose')}</p>
      ) : (
        <>
          <Thumbnail key={image.id} image={image} large />
          <div className="file-card-what">
            <p className="file-card-name">{facts.name(image)}</p>
            <p className="small quiet num">
              {t('associate.since', { date: f.dateTime(image.createdAt, 'minute') })} · {facts.pixels(image)}{' '}
              · {facts.kilobytes(image.fileSize)}
            </p>
            {!image.isActive && (
              <p>
                <Badge tone="neutral">{t('library.isHidden')}</Badge>
              </p>
            )}
          </div>
          <LibraryActions
            image={image}
            onChanged={(changed) => onChange({ kind: 'changed', image: changed })}
            onDeleted={() => onChange({ kind: 'deleted' })}
          />
        </>
      )}
    </div>
  );
}

type LibraryProps = {
  readonly chosen: MediaImage | null;
  readonly onChoose: (image: MediaImage) => void;
  readonly onUpload: () => void;
};

/** All uploaded images, the newest first, as a choice of one. */
function Library({ chosen, onChoose, onUpload }: LibraryProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const facts = useFileFacts();
  const filter = useListFilter({
    choices: {},
    maxCharacters: MEDIA_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const library = usePages(libraryQuery(filter.search));
  return (
    <>
      <FilterBar>
        <SearchInput
          label={t('library.search')}
          aria-label={t('library.searchLabel')}
          {...filter.searchProps}
        />
      </FilterBar>
      <ListBody
        query={library}
        rowsOf={(page) => page.images}
        texts={listTexts(t, 'associate')}
        filter={filter}
        emptyAction={<Button onClick={onUpload}>{t('associate.empty.action')}</Button>}
        shown={(n) => t.count('associate.shown', n)}
      >
        {(images) => (
          <div
            role="radiogroup"
            aria-label={t('associate.library')}
            aria-busy={images === undefined}
            className="image-choices"
          >
            {images === undefined
              ? Array.from({ length: 6 }, (_, index) => (
                  <span key={index} className="image-choice">
                    <Skeleton shape="block" />
                  </span>
                ))
              : images.map((image) => (
                  <label key={image.id} className="image-choice">
                    <input
                      type="radio"
                      name="image"
                      className="visually-hidden"
                      checked={image.id === chosen?.id}
                      onChange={() => onChoose(image)}
                    />
                    <Thumbnail image={image} />
                    <span className="image-choice-name">
                      {image.isActive
                        ? facts.name(image)
                        : t('library.hiddenNamed', { name: facts.name(image) })}
                    </span>
                  </label>
                ))}
          </div>
        )}
      </ListBody>
    </>
  );
}
