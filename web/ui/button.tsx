import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Link } from '../i18n/link.tsx';

/** Decorative: the busy label or `aria-busy` names the state. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

export type ButtonLook = {
  /** One primary per surface. `inverse` is the primary of a dark panel; `plain` is ink without an edge. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'plain' | 'inverse' | undefined;
  /** 36, 44 or 52 px; large is for the one action of a view. */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  readonly full?: boolean | undefined;
};

export function buttonClasses({ variant = 'secondary', size, full }: ButtonLook, className?: string): string {
  return classes(
    'button',
    `button-${variant}`,
    size === 'small' && 'button-small',
    size === 'large' && 'button-large',
    full === true && 'button-full',
    className,
  );
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** Shows progress and takes no second press; focus stays where it was. */
    readonly busy?: boolean;
    /** The gerund shown while busy ("Confirmando"). Without it the label stays beside the spinner. */
    readonly busyLabel?: ReactNode;
    readonly className?: string;
  };

export function Button({
  variant,
  size,
  full,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A click is also how a form submits by Enter, so this one guard covers both.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const hasBusyFace = busy || busyLabel !== undefined;
  return (
    <button
      aria-disabled={busy || undefined}
      {...rest}
      type={type}
      className={buttonClasses({ variant, size, full }, className)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      <span className="button-face" data-shown={!busy}>
        {children}
      </span>
      {hasBusyFace && (
        <span className="button-face" data-shown={busy}>
          <Spinner />
          {busyLabel ?? children}
        </span>
      )}
    </button>
  );
}

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook & { readonly className?: string };

/** A link that looks like a button, because it leads somewhere. */
export function LinkButton({ variant, size, full, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClasses({ variant, size, full }, className)}>
      <span className="button-face">{children}</span>
    </Link>
  );
}
