import type { ComponentProps, MouseEvent } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  readonly icon: IconName;
  /** The accessible name: what the button does. */
  readonly label: string;
  readonly outlined?: boolean;
  /** The icon turns and further presses are ignored. */
  readonly busy?: boolean;
};

export function IconButton({
  icon,
  label,
  outlined = false,
  busy = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={classes('icon-button', outlined && 'icon-button-outlined', className)}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}
