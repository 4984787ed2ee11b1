// The papers of a level: pictures, each put in by itself and taken back until all are handed in together.

import { useRef } from 'react';
import identityMessages from '#messages/identity.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { IdentityDocument } from '../../../worker/contract/identity.ts';
import { type DocumentKind, LEVEL_ASKS_FOR } from '../../../worker/domain/identity.ts';
import { IMAGE_TYPES } from '../../../worker/domain/media.ts';
import { useRemoveDocument, useSubmitDocuments, useUploadDocument } from './identity.ts';

type PapersProps = { readonly level: 2 | 3; readonly documents: readonly IdentityDocument[] };

export function PapersForm({ level, documents }: PapersProps) {
  const t = useMessages(identityMessages);
  const submit = useSubmitDocuments();
  return (
    <div className="stack">
      <ul className="identity-papers">
        {LEVEL_ASKS_FOR[level].map((kind) => (
          <Papers key={kind} kind={kind} documents={documents.filter((one) => one.kind === kind)} />
        ))}
      </ul>
      {submit.error !== null && <ProblemNotice error={submit.error} />}
      <Button
        variant="primary"
        busy={submit.isPending}
        busyLabel={t('papers.submitting')}
        onClick={() => submit.mutate(level)}
      >
        {t('papers.submit')}
      </Button>
    </div>
  );
}

type OfKind = { readonly kind: DocumentKind; readonly documents: readonly IdentityDocument[] };

function Papers({ kind, documents }: OfKind) {
  const t = useMessages(identityMessages);
  const f = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const send = useUploadDocument();
  const remove = useRemoveDocument();
  const name = t(`papers.kinds.${kind}`);
  const error = send.error ?? remove.error;
  return (
    <li className="stack-close">
      <div className="identity-paper">
        <div>
          <h3>{name}</h3>
          <p className="small muted">{t(`papers.hints.${kind}`)}</p>
        </div>
        <Button
          size="small"
          busy={send.isPending}
          busyLabel={t('papers.sending')}
          aria-label={t('papers.chooseNamed', { name })}
          onClick={() => input.current?.click()}
        >
          {t('papers.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={IMAGE_TYPES.join(',')}
          data-paper={kind}
          aria-label={name}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) send.mutate({ kind, file });
            target.value = '';
          }}
        />
      </div>
      {documents.map(({ id, uploadedAt, submittedAt }) => (
        <div key={id} className="identity-paper small">
          <span>
            {t(submittedAt === null ? 'papers.ready' : 'papers.handedIn', {
              time: f.dateTime(submittedAt ?? uploadedAt, 'dayMonthTime'),
            })}
          </span>
          {submittedAt === null && (
            <Button
              size="small"
              variant="ghost"
              busy={remove.isPending && remove.variables === id}
              busyLabel={t('papers.removing')}
              aria-label={t('papers.removeNamed', { name })}
              onClick={() => remove.mutate(id)}
            >
              {t('papers.remove')}
            </Button>
          )}
        </div>
      ))}
      {error !== null && <ProblemNotice error={error} />}
    </li>
  );
}
