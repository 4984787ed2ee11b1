import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Field, type Remedy } from './field.tsx';
import { Icon } from './icon.tsx';

export type TextInputProps = Omit<ComponentProps<'input'>, 'id' | 'prefix' | 'className'> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly remedy?: Remedy | undefined;
  readonly optional?: boolean;
  /** Text before and after the value: a currency, a unit. */
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
  /** Tabular digits, for money and weights. */
  readonly numeric?: boolean;
};

export function TextInput({
  label,
  hint,
  error,
  remedy,
  optional,
  prefix,
  suffix,
  numeric = false,
  required,
  disabled,
  readOnly,
  ...rest
}: TextInputProps) {
  const locked = disabled === true || readOnly === true;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      remedy={remedy}
      optional={optional ?? false}
      required={required ?? false}
    >
      {(control) => (
        <div className="input" data-invalid={control['aria-invalid']} data-disabled={locked || undefined}>
          {prefix !== undefined && <span className="input-affix">{prefix}</span>}
          <input
            type="text"
            {...rest}
            {...control}
            disabled={disabled}
            readOnly={readOnly}
            className={classes(numeric && 'num')}
          />
          {suffix !== undefined && <div className="input-affix">{suffix}</div>}
          {locked && <Icon name="lock" small />}
        </div>
      )}
    </Field>
  );
}

/** A text field for an e-mail address, with the right keyboard and autofill. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'inputMode'>) {
  return <TextInput autoCapitalize="none" spellCheck={false} {...props} type="email" inputMode="email" />;
}

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { readonly label: string };

/** A compact input without a visible label, for the filters of a table. */
export function SearchInput({ label, ...rest }: SearchInputProps) {
  return (
    <div className="input input-compact">
      <Icon name="search" small />
      <input type="search" placeholder={label} aria-label={label} {...rest} />
    </div>
  );
}
