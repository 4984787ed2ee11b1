import type { ComponentProps } from 'react';

type BotTrapProps = Omit<ComponentProps<'input'>, 'type' | 'tabIndex' | 'autoComplete'> & {
  /** What a robot takes the field for. */
  readonly label: string;
};

/** A field out of sight and out of the tab order: only a robot fills it in. */
export function BotTrap({ label, ...input }: BotTrapProps) {
  return (
    <label className="visually-hidden" aria-hidden="true">
      {label}
      <input {...input} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
