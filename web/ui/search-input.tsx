import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

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
