import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'variant' | 'size' | 'full'>;

/** A form's submit button, across the whole width. */
export function SubmitButton(props: SubmitButtonProps) {
  return <Button type="submit" variant="primary" size="large" full {...props} />;
}
