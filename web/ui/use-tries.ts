import { useEffect, useRef, useState } from 'react';

/** For a form without a schema: once it was tried its fields say what is missing, and each try in vain moves the focus to the first of them. */
export function useTries() {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return { form, tried: tries > 0, noteTry: () => setTries((count) => count + 1) };
}
