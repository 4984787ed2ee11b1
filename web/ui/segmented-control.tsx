import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type SegmentedControlProps<T extends string> = {
  /** The accessible name of the group. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly disabled?: boolean }[];
  readonly onChange: (value: T) => void;
  readonly full?: boolean;
  readonly tall?: boolean;
  /** At a field: as narrow as its labels. */
  readonly compact?: boolean;
};

/** A choice of one, all options visible: a native radio group, so that arrow keys and forms work. */
export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
  full = false,
  tall = false,
  compact = false,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes(
        'segmented',
        full && 'segmented-full',
        tall && 'segmented-tall',
        compact && 'segmented-compact',
      )}
    >
      {options.map((option) => (
        <label key={option.value} className="segmented-option">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="segmented-label">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
