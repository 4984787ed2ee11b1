import type { ReactNode } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useFileFacts } from './file-facts.ts';
import type { QueuedFile } from './upload-queue.ts';

type FileCardProps<Sent> = {
  readonly entry: QueuedFile<Sent>;
  readonly preview: ReactNode;
  /** In words: an image and a video differ in gender. */
  readonly said: { readonly pending: string; readonly uploaded: string };
  /** Beside a file that has arrived: what else there is to say. */
  readonly note?: string | undefined;
  /** What can be done with it now. */
  readonly children: ReactNode;
  readonly onRemove: () => void;
};

/** One chosen file: what it is, how far it is, and what went wrong. */
export function FileCard<Sent>({ entry, preview, said, note, children, onRemove }: FileCardProps<Sent>) {
  const t = useWords(adminImagesWords);
  const { kilobytes } = useFileFacts();
  const { file, state } = entry;
  const { name } = file;
  return (
    <li className="file-card">
      {preview}
      <div className="file-card-what">
        <p className="file-card-name">{name}</p>
        <p className="file-card-facts">
          <span className="small quiet num">{kilobytes(file.size)}</span>
          <State entry={entry} said={said} />
          {note !== undefined && <span className="small quiet">{note}</span>}
        </p>
        {(state.kind === 'failed' || state.kind === 'refused') && <Failure error={state.error} />}
        {state.kind === 'sending' && <Progress name={name} share={state.share} />}
      </div>
      <div className="file-card-actions">
        {children}
        <IconButton
          icon="x"
          label={t(state.kind === 'sending' ? 'upload.cancel' : 'upload.remove', { name })}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function State<Sent>({ entry: { state }, said }: Pick<FileCardProps<Sent>, 'entry' | 'said'>) {
  const t = useWords(adminImagesWords);
  switch (state.kind) {
    case 'pending':
      return <span className="small quiet">{said.pending}</span>;
    case 'queued':
      return <span className="small quiet">{t('upload.queued')}</span>;
    case 'sending':
      return null;
    case 'uploaded':
      return <Badge tone="success">{said.uploaded}</Badge>;
    default:
      return <Badge tone="failed">{t('upload.failed')}</Badge>;
  }
}

function Failure({ error }: { readonly error: unknown }) {
  const { what, next } = useTroubleText()(error);
  return (
    <p className="field-error" role="alert">
      <Icon name="alert" small />
      <span>
        {what} {next}
      </span>
    </p>
  );
}

function Progress({ name, share }: { readonly name: string; readonly share: number }) {
  const t = useWords(adminImagesWords);
  const facts = useFileFacts();
  const text = share < 1 ? t('upload.sent', { share: facts.share(share) }) : t('upload.checking');
  return (
    <div className="file-card-progress">
      <ProgressBar label={t('upload.progress', { name })} value={share} max={1} text={text} />
      <span className="small quiet num">{text}</span>
    </div>
  );
}
