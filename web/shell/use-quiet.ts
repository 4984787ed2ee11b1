import { useEffect, useState } from 'react';
import { whenIdle } from '../live/when-idle.ts';

/** True once the page has loaded and the browser had a quiet moment after it. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let cancel = () => undefined as void;
    const wait = () => {
      cancel = whenIdle(() => setQuiet(true));
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
    return () => {
      removeEventListener('load', wait);
      cancel();
    };
  }, []);
  return quiet;
}
