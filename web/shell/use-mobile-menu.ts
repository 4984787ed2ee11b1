import { useState } from 'react';

/**
 * Open only on the page where it was opened, so that a route change closes it; its code loads with the first opening.
 */
export function useMobileMenu(path: string) {
  const [openOn, setOpenOn] = useState<string | null>(null);
  const [used, setUsed] = useState(false);
  // Otherwise it would open by itself when the user comes to the page again.
  if (openOn !== null && openOn !== path) setOpenOn(null);
  const show = () => {
    setUsed(true);
    setOpenOn(path);
  };
  return { open: openOn === path, used, show, hide: () => setOpenOn(null) };
}
