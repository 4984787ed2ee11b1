import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

export type StaleTexts = {
  readonly title: string;
  /** Gets the time of `readAt`. */
  readonly text: (time: string) => string;
};

type StaleNoteProps = {
  /** When the data was last read, in milliseconds. */
  readonly readAt: number;
  /** Where the common text does not fit. */
  readonly texts?: StaleTexts | undefined;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** With the margins of a card's content. */
  readonly inset?: boolean;
};

/** The data on the screen could not be read again. */
export function StaleNote({ readAt, texts, onRetry, retrying = false, inset = false }: StaleNoteProps) {
  const t = useMessages(commonMessages.lists);
  const common = useMessages(commonMessages);
  const f = useFormat();
  const time = f.dateTime(readAt, 'time');
  const retry = onRetry !== undefined && (
    <Button size="small" busy={retrying} onClick={onRetry}>
      {common('retry')}
    </Button>
  );
  const note = (
    <Note tone="warning" role="alert" title={texts?.title ?? t('stale.title')} actions={retry || undefined}>
      {texts?.text(time) ?? t('stale.text', { time })}
    </Note>
  );
  return inset ? <div className="card-note">{note}</div> : note;
}
