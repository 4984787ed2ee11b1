import type { FormEvent } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useProblemText } from '../../../ui/problem-notice.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import {
  CARD_PAGES,
  CARD_POSITIONS,
  type CardId,
  CARDS,
  DISPLAY_SIZES,
} from '../../../../worker/domain/card-catalogue.ts';
import {
  ALT_TEXT_MAX_CHARACTERS,
  MEDIA_CATEGORIES,
  type MediaCategory,
  TITLE_MAX_CHARACTERS,
} from '../../../../worker/domain/media.ts';
import { useCardName } from './card-names.ts';
import { CardPreview } from './card-preview.tsx';
import { associationOf, type Draft, type DraftChange } from './draft.ts';
import { useAssociate, useCardsWithImage } from './queries.ts';

type AssociateFormProps = {
  readonly draft: Draft;
  readonly done: boolean;
  readonly onChange: (change: DraftChange) => void;
  readonly onDone: () => void;
};

export function AssociateForm({ draft, done, onChange, onDone }: AssociateFormProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const associate = useAssociate();
  const association = associationOf(draft);
  const change = (next: DraftChange) => {
    // The error belongs to the association before this change.
    if (associate.isError) associate.reset();
    onChange(next);
  };
  const write = (part: Extract<DraftChange, { kind: 'written' }>['part']) =>
    change({ kind: 'written', part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (association !== null && !done) afterwards(associate.mutateAsync(association), { onSuccess: onDone });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="pair">
        <Select
          label={t('associate.page')}
          value={draft.page}
          options={CARD_PAGES.map((value) => ({ value, label: t(`pages.${value}`) }))}
          onChange={(page) => change({ kind: 'page', page })}
        />
        <CardSelect draft={draft} onChange={(card) => write({ card })} />
      </div>
      <div className="field">
        <span className="field-label">{t('associate.position')}</span>
        <SegmentedControl
          label={t('associate.position')}
          value={draft.position}
          full
          tall
          options={CARD_POSITIONS.map((value) => ({ value, label: t(`positions.${value}`) }))}
          onChange={(position) => write({ position })}
        />
        {draft.position === 'back' && draft.page !== 'home' && (
          <p className="field-hint">{t('associate.noBack')}</p>
        )}
      </div>
      <div className="pair">
        <Select
          label={t('associate.size')}
          value={draft.displaySize}
          options={DISPLAY_SIZES.map((value) => ({ value, label: t(`sizes.${value}`) }))}
          onChange={(displaySize) => write({ displaySize })}
        />
        <CategorySelect value={draft.category} onChange={(category) => write({ category })} />
      </div>
      <CardPreview {...draft} />
      <TextInput
        label={t('associate.alt')}
        hint={t('associate.altHint')}
        required
        autoComplete="off"
        maxLength={ALT_TEXT_MAX_CHARACTERS}
        value={draft.altText}
        onChange={(event) => write({ altText: event.target.value })}
      />
      <TextInput
        label={t('associate.name')}
        optional
        autoComplete="off"
        maxLength={TITLE_MAX_CHARACTERS}
        value={draft.title}
        onChange={(event) => write({ title: event.target.value })}
      />
      <Outcome draft={draft} done={done} error={associate.error} />
      <Button
        type="submit"
        variant="primary"
        disabled={association === null && !associate.isPending}
        busy={associate.isPending}
        busyLabel={t('associate.busy')}
      >
        {t('associate.submit')}
      </Button>
    </form>
  );
}

type CardSelectProps = { readonly draft: Draft; readonly onChange: (card: CardId | '') => void };

/** The cards of the page; the label of a card names its image. */
function CardSelect({ draft: { page, card, position }, onChange }: CardSelectProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const nameOf = useCardName();
  const withImage = useCardsWithImage();
  const hasImage = (value: CardId, side?: string) =>
    withImage.data?.cards.some(
      (one) => one.page === page && one.card === value && (side === undefined || one.position === side),
    ) ?? false;
  const cards: readonly CardId[] = CARDS[page];
  const label = (value: CardId) => {
    const name = nameOf(value);
    return hasImage(value) ? t('associate.hasImage', { card: name }) : name;
  };
  const hint =
    card !== '' && hasImage(card, position)
      ? t('associate.replaces')
      : withImage.data === undefined && withImage.isError
        ? t('associate.marksUnknown')
        : undefined;
  return (
    <Select<CardId | ''>
      label={t('associate.card')}
      required
      value={card}
      hint={hint}
      options={[
        { value: '', label: t('associate.noCard') },
        ...cards.map((value) => ({ value, label: label(value) })),
      ]}
      onChange={onChange}
    />
  );
}

type OutcomeProps = { readonly draft: Draft; readonly done: boolean; readonly error: unknown };

/** One live region above the button: what is missing, the error, or the success. */
function Outcome({ draft, done, error }: OutcomeProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const problemText = useProblemText();
  if (done) {
    return (
      <output>
        <Note tone="success">{t('associate.done')}</Note>
      </output>
    );
  }
  if (error !== null) {
    const { what, next } = problemText(error);
    return (
      <Note tone="error" role="alert" title={t('associate.failed')}>
        {what} {next}
      </Note>
    );
  }
  if (associationOf(draft) !== null) return null;
  return (
    <p className="small quiet">{t(draft.image === null ? 'associate.missingImage' : 'associate.missing')}</p>
  );
}

type CategorySelectProps = {
  readonly value: MediaCategory;
  readonly onChange: (value: MediaCategory) => void;
};

export function CategorySelect({ value, onChange }: CategorySelectProps) {
  const t = useMessages(operatorsImagesMessages.images);
  return (
    <Select
      label={t('associate.category')}
      value={value}
      options={MEDIA_CATEGORIES.map((category) => ({ value: category, label: t(`categories.${category}`) }))}
      onChange={onChange}
    />
  );
}
