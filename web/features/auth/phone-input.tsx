import type { ChangeEvent, ComponentProps } from 'react';
import { useLocale } from '../../i18n/use-messages.ts';
import { typedPhone } from '../../../worker/domain/phone-text.ts';
import { TextInput } from '../../ui/text-input.tsx';

type PhoneInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'onChange'> & {
  readonly onChange?: (changed: string | ChangeEvent<HTMLInputElement>) => void;
};

/** A telephone number takes its usual form when the field is left; nothing interferes with the typing. */
export function PhoneInput({ onChange, onBlur, ...rest }: PhoneInputProps) {
  const inBrazil = useLocale() === 'pt-BR';
  return (
    <TextInput
      autoComplete="tel"
      {...rest}
      type="tel"
      onChange={onChange}
      onBlur={(event) => {
        const text = typedPhone(event.target.value, inBrazil);
        if (text !== event.target.value) onChange?.(text);
        onBlur?.(event);
      }}
    />
  );
}
