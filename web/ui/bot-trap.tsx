import type { ComponentProps } from 'react';

type BotTrapProps = Omit<ComponentProps<'input'>, 'type' | 'tabIndex' | 'autoComplete'> & {
  readonly label: string;
};

/** A honeypot field: hidden and out of the tab order, so that only robots fill it in. */
export function BotTrap({ label, ...input }: BotTrapProps) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {label}
        <input {...input} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
