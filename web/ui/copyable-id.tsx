import { useEffect, useState } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { adminPartsWords } from '../i18n/words/admin-parts.ts';
import '../styles/admin.css';
import { Icon } from './icon.tsx';

const SAID_FOR_MS = 2_000;
const SHORT_CHARACTERS = 8;

type CopyableIdProps = {
  readonly value: string;
  /** Whose id it is, so that several on a page are told apart by ear. */
  readonly of: string;
  /** The whole of it instead of its beginning. */
  readonly whole?: boolean;
};

/** An id that a press copies; it says so only if the browser has let it. */
export function CopyableId({ value, of, whole = false }: CopyableIdProps) {
  const t = useWords(adminPartsWords);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  const shown =
    whole || value.length <= SHORT_CHARACTERS + 1 ? value : `${value.slice(0, SHORT_CHARACTERS)}…`;
  return (
    <button type="button" className="copyable-id" title={value} onClick={copy}>
      <span className="copyable-id-text">{shown}</span>
      <Icon name={copied ? 'check' : 'copy'} small />
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('copied') : t('copy', { of })}
      </span>
    </button>
  );
}
