// The document to check: dropped, chosen, pasted, or in the fragment of the link that led here.

import { isUnread } from '../../../ui/unread.ts';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { recordIn, statementIn } from '../../../api/record-link.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import verifyMessages from '#messages/verify.json';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { COPY_MAX_BYTES } from '../../../../worker/domain/signed-records.ts';
import { useSigningKeys } from './keys.ts';
import { useCheck } from './use-check.ts';
import { VerdictCard } from './verdict-card.tsx';
import '../../../styles/pages.css';

const MEGABYTE = 1024 * 1024;

export function VerifyForm() {
  const t = useMessages(verifyMessages.form);
  const keys = useSigningKeys();
  const { checked, busy, file, text } = useCheck(keys.data);
  const [pasted, setPasted] = useState('');
  useLinkedRecord(keys.data !== undefined, text);
  const paper = statementIn(useLocation().hash);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (pasted.trim() !== '') text(pasted);
  };
  return (
    <div className="verify-grid">
      <form className="card card-padded stack" onSubmit={submit}>
        {paper !== null && (
          <Note tone="info" title={t('paper.title')}>
            {t('paper.text')} <code className="verify-value">{paper}</code>
          </Note>
        )}
        <DropZone
          label={t('drop')}
          hint={t('hint', { most: COPY_MAX_BYTES / MEGABYTE })}
          accept=".pdf,.csv,.json,.zip,.txt,.jws,application/pdf,text/csv,application/json,application/zip,text/plain"
          multiple={false}
          onFiles={([chosen]) => chosen !== undefined && file(chosen)}
        />
        <TextArea
          label={t('paste')}
          hint={t('pasteHint')}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          full
          busy={busy}
          busyLabel={t('checking')}
          disabled={keys.data === undefined}
        >
          {t('check')}
        </Button>
      </form>
      <div className="verify-answer">
        {isUnread(keys) ? (
          <ErrorState title={t('keys.failed')} onRetry={() => void keys.refetch()} retrying={keys.isFetching}>
            {null}
          </ErrorState>
        ) : (
          <p className="verify-keys small muted" data-ready={keys.data !== undefined || undefined}>
            <Icon name="lock" small />
            {t(keys.data === undefined ? 'keys.loading' : 'keys.ready')}
          </p>
        )}
        <div aria-live="polite">{checked !== null && <VerdictCard {...checked} />}</div>
      </div>
    </div>
  );
}

/** Checked once, when the keys are there. */
function useLinkedRecord(ready: boolean, check: (text: string) => void): void {
  const { hash } = useLocation();
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || done.current === hash) return;
    done.current = hash;
    const record = recordIn(hash);
    if (record !== null) check(record);
  }, [ready, hash, check]);
}
