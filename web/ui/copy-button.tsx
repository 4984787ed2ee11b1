import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const CONFIRMED_FOR_MS = 3_000;

type CopyButtonProps = {
  readonly text: string;
  readonly label: ReactNode;
  readonly done: string;
  /** The one action of a view. */
  readonly primary?: boolean;
};

/** Confirms only a copy that succeeded: the browser can refuse. */
export function CopyButton({ text, label, done, primary = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      {...(primary ? { variant: 'primary', size: 'large', full: true } : { size: 'small' })}
      onClick={() =>
        void navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      <Icon name={copied ? 'check' : 'copy'} small />
      <span aria-live="polite">{copied ? done : label}</span>
    </Button>
  );
}
