import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';

/** The source of a figure, which is shown only with all three (P11). */
export type Source = {
  readonly name: string;
  readonly url: string;
  /** The period of the figure, in the user's language: `2025`, `julho de 2026`. */
  readonly asOf: string;
};

export function SourceNote({ sources }: { readonly sources: readonly Source[] }) {
  const t = useMessages(commonMessages);
  return (
    <p className="source-note">
      {t.count('source', sources.length)}{' '}
      {sources.map(({ name, url, asOf }, i) => (
        <span key={`${name} ${asOf}`}>
          {i > 0 && '; '}
          <a href={url} rel="noreferrer">
            {name}
          </a>
          , {asOf}
        </span>
      ))}
      .
    </p>
  );
}
