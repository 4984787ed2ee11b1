import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';

export type Source = {
  readonly name: string;
  readonly url: string;
  /** The period of the figure, in the user's language: `julho de 2026`. Null for a rule or a law. */
  readonly asOf: string | null;
};

export function SourceNote({ sources }: { readonly sources: readonly Source[] }) {
  const t = useMessages(commonMessages);
  return (
    <p className="source-note">
      {t.count('source', sources.length)}{' '}
      {sources.map(({ name, url, asOf }, i) => (
        <span key={`${name} ${asOf ?? ''}`}>
          {i > 0 && '; '}
          <a href={url} rel="noreferrer">
            {name}
          </a>
          {asOf !== null && `, ${asOf}`}
        </span>
      ))}
      .
    </p>
  );
}
