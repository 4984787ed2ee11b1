import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';

/** A text field for an e-mail address, with the right keyboard and autofill. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'inputMode'>) {
  return <TextInput autoCapitalize="none" spellCheck={false} {...props} type="email" inputMode="email" />;
}
