import { classes } from './classes.ts';

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
