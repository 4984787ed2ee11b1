import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useProblemText } from '../../../ui/problem-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useFileFacts } from './file-rules.ts';
import type { FileState } from './upload-queue.ts';

type FileCardProps<Sent> = {
  readonly file: File;
  readonly state: FileState<Sent>;
  readonly preview: ReactNode;
  /** From the caller, because an image and a video differ in grammatical gender. */
  readonly texts: { readonly pending: string; readonly uploaded: string };
  readonly note?: string | undefined;
  /** The actions of the current state. */
  readonly children: ReactNode;
  readonly onRemove: () => void;
};

/** One chosen file: its name and size, its progress, its error. */
export function FileCard<Sent>({
  file,
  state,
  preview,
  texts,
  note,
  children,
  onRemove,
}: FileCardProps<Sent>) {
  const t = useMessages(operatorsImagesMessages.images);
  const { kilobytes } = useFileFacts();
  const { name } = file;
  return (
    <li className="file-card">
      {preview}
      <div className="file-card-what">
        <p className="file-card-name">{name}</p>
        <p className="file-card-facts">
          <span className="small quiet num">{kilobytes(file.size)}</span>
          <State state={state} texts={texts} />
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

function State<Sent>({ state, texts }: Pick<FileCardProps<Sent>, 'state' | 'texts'>) {
  const t = useMessages(operatorsImagesMessages.images);
  switch (state.kind) {
    case 'pending':
      return <span className="small quiet">{texts.pending}</span>;
    case 'queued':
      return <span className="small quiet">{t('upload.queued')}</span>;
    case 'sending':
      return null;
    case 'uploaded':
      return <Badge tone="success">{texts.uploaded}</Badge>;
    default:
      return <Badge tone="failed">{t('upload.failed')}</Badge>;
  }
}

function Failure({ error }: { readonly error: unknown }) {
  const { what, next } = useProblemText()(error);
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
  const t = useMessages(operatorsImagesMessages.images);
  const facts = useFileFacts();
  const text = share < 1 ? t('upload.sent', { share: facts.share(share) }) : t('upload.checking');
  return (
    <div className="file-card-progress">
      <ProgressBar label={t('upload.progress', { name })} value={share} max={1} text={text} />
      <span className="small quiet num">{text}</span>
    </div>
  );
}
