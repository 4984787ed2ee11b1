import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Note } from './note.tsx';
import '../styles/error-summary.css';

export type SummaryEntry = {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly focus: () => void;
};

/** A link to every field with an error. Announced when it appears; the form focuses the first field. */
export function ErrorSummary({ entries }: { readonly entries: readonly SummaryEntry[] }) {
  const t = useMessages(commonMessages);
  if (entries.length === 0) return null;
  return (
    <Note tone="error" title={t.count('fieldsToCorrect', entries.length)} role="alert">
      <span className="error-summary">
        {entries.map((entry) => (
          <button key={entry.field} type="button" className="link" onClick={entry.focus}>
            {entry.label}: {entry.text}
          </button>
        ))}
      </span>
    </Note>
  );
}
