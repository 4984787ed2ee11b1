import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from './button-look.ts';
import { Spinner } from './spinner.tsx';

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
      {...rest}
      type={type}
      className={buttonClasses({ variant, size, full }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
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
