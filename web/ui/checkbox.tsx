import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import '../styles/forms.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'children'> & {
  /** May hold links: only the text around them toggles the box. */
  readonly label: ReactNode;
  readonly error?: string | null | undefined;
};

export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  const id = useId();
  const hasError = typeof error === 'string' && error !== '';
  return (
    <div className="field">
      <div className="checkbox">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${id}-note` : undefined}
        />
        <span className="checkbox-box" aria-hidden="true">
          <Icon name="check" small />
        </span>
        <label htmlFor={id}>{label}</label>
      </div>
      <div id={`${id}-note`} aria-live="polite" hidden={!hasError}>
        {hasError && (
          <p className="field-error">
            <Icon name="alert" small />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}
