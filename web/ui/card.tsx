import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Heads the card and names it for screen readers. */
  readonly title?: ReactNode;
  /** Right of the title: a badge, a link, a filter. */
  readonly aside?: ReactNode;
  readonly padded?: boolean;
  readonly lifted?: boolean;
};

export function Card({
  title,
  aside,
  padded = false,
  lifted = false,
  className,
  children,
  ...rest
}: CardProps) {
  const id = useId();
  const body = padded && title !== undefined ? <div className="card-padded">{children}</div> : children;
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      {...rest}
      className={classes(
        'card',
        padded && title === undefined && 'card-padded',
        lifted && 'card-lifted',
        className,
      )}
    >
      {title !== undefined && (
        <header className="card-header">
          <h2 className="card-title" id={id}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      {body}
    </section>
  );
}
