import { useFormat } from '../i18n/use-format.ts';
import { useWords } from '../i18n/use-words.ts';
import { commonWords } from '../i18n/words/common.ts';
import { listsWords } from '../i18n/words/lists.ts';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

type StaleNoteProps = {
  /** When the data was last read, in milliseconds. */
  readonly readAt: number;
  /** Where the common text does not fit; `text` gets the time of `readAt`. */
  readonly texts?: { readonly title: string; readonly text: (time: string) => string };
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** With the margins of a card's content. */
  readonly inset?: boolean;
};

/** The data on the screen could not be read again. */
export function StaleNote({ readAt, texts, onRetry, retrying = false, inset = false }: StaleNoteProps) {
  const t = useWords(listsWords);
  const common = useWords(commonWords);
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
