import { useEffect, useState } from 'react';
import { isRefusal, NetworkError, ProblemError } from '../../api/problem-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { Note } from '../../ui/note.tsx';
import { useProblemText } from '../../ui/problem-notice.tsx';
import type { ContactReceipt } from '../../../worker/contract/contact.ts';
import { CONTACT_OUTCOME_MS } from '../../../worker/domain/contact-rules.ts';

/** The outcome of the last message: sent, refused, or unknown. */
export type Outcome =
  | { readonly kind: 'sent'; readonly complaint: ContactReceipt['complaint'] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The outcome, for five seconds; then the form is idle again (C4). The number of a complaint stays until the next one. */
export function useOutcome(): [Outcome | null, (outcome: Outcome | null) => void] {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null || (outcome.kind === 'sent' && outcome.complaint !== undefined)) return;
    const timer = setTimeout(() => setOutcome(null), CONTACT_OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return [outcome, setOutcome];
}

export function OutcomeNote({ outcome }: { readonly outcome: Outcome | null }) {
  const t = useMessages(contactMessages.inquiry);
  const f = useFormat();
  const problemText = useProblemText();
  if (outcome === null) return null;
  if (outcome.kind === 'sent') {
    const { complaint } = outcome;
    const [title, text] =
      complaint === undefined
        ? [t('success.title'), t('success.message')]
        : [
            t('complaint.title', { number: complaint.number }),
            t('complaint.message', { due: f.dateTime(complaint.dueAt, 'minute') }),
          ];
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a note is a block, which <output> cannot hold
      <Note tone="success" title={title} role="status">
        {text}
      </Note>
    );
  }
  const { error } = outcome;
  const { what, next } = problemText(error);
  if (isUnsure(error)) {
    return (
      <Note tone="warning" title={t('unsure.title')} role="alert">
        {t('unsure.message')}
      </Note>
    );
  }
  const hasText = isRefusal(error) || error instanceof NetworkError;
  return (
    <Note tone="error" title={t('error.title')} role="alert">
      {hasText ? `${what} ${next} ${t('error.kept')}` : t('error.message')}
    </Note>
  );
}

/** Without a reply the outcome is unknown: a message has no idempotency key, so a retry could send it twice. */
function isUnsure(error: unknown): boolean {
  if (error instanceof NetworkError) return error.failure !== 'offline';
  return error instanceof ProblemError && error.problem.code === 'Unavailable';
}
