import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

type SelectProps<T extends string> = Omit<
  ComponentProps<'select'>,
  'id' | 'className' | 'value' | 'onChange'
> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

/** A native select, which each phone shows in its own way and which needs no script. */
export function Select<T extends string>({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  disabled,
  ...rest
}: SelectProps<T>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="input" data-invalid={control['aria-invalid']} data-disabled={disabled || undefined}>
          <select
            {...rest}
            {...control}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value as T)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" small />
        </div>
      )}
    </Field>
  );
}
