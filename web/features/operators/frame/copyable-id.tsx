import { useEffect, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import '../../../styles/operators.css';
import { Icon } from '../../../ui/icon.tsx';

const ANNOUNCED_MS = 2_000;
const SHORT_CHARACTERS = 8;

type CopyableIdProps = {
  readonly value: string;
  /** The owner of the id, which distinguishes several ids on a page for screen readers. */
  readonly of: string;
  /** Shows the whole id in place of its first characters. */
  readonly whole?: boolean;
};

/** An id that a press copies; it announces the copy only if the browser allowed it. */
export function CopyableId({ value, of, whole = false }: CopyableIdProps) {
  const t = useMessages(operatorsMessages.frame);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), ANNOUNCED_MS);
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
