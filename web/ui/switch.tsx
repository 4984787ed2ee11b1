import { type ReactNode, useId } from 'react';
import '../styles/forms.css';

type SwitchProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Beside the label: a badge. */
  readonly aside?: ReactNode;
  /** What the "on" state means, under the label. */
  readonly children?: ReactNode;
};

export function Switch({ label, checked, onChange, aside, children }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
      <div className="switch-name">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="switch-control">
        <input
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the native `checked` is what counts
          role="switch"
          checked={checked}
          aria-describedby={children === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="switch-track" aria-hidden="true" />
      </div>
      {children !== undefined && (
        <p className="switch-note" id={`${id}-note`}>
          {children}
        </p>
      )}
    </div>
  );
}
