import type { ComponentProps } from 'react';
import { Link } from '../i18n/link.tsx';
import { type ButtonLook, buttonClasses } from './button-look.ts';

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook & { readonly className?: string };

/** A link that looks like a button, because it leads somewhere. */
export function LinkButton({ variant, size, full, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClasses({ variant, size, full }, className)}>
      <span className="button-face">{children}</span>
    </Link>
  );
}
