import type { ComponentProps } from 'react';
import { TextInput } from './text-input.tsx';

/** A text field that keyboards, browsers and password managers know to be an e-mail address. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'inputMode'>) {
  return <TextInput autoCapitalize="none" spellCheck={false} {...props} type="email" inputMode="email" />;
}
