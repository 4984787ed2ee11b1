// The prerendered page contains everything below the first screen. The code of that part loads when the part nears the
// viewport; until then React leaves its markup alone. After a navigation inside the site there is no such markup, and
// the code loads with the page: the page is complete when it appears, so Back restores its height and scroll position.
// A late part takes no props and imports no stylesheet: it would load too late for the markup, so the page imports it.

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../i18n/use-hydrated.ts';
import { lazyPart } from './lazy-part.ts';
import { whenNear } from './near.ts';

/** After code that could not be loaded. */
const AGAIN_MS = 3_000;

/** `const Below = late(() => import('./home-below.tsx'))` */
export function late(load: () => Promise<{ readonly default: ComponentType }>): ComponentType {
  let loaded: ComponentType | null = null;
  const fetchOnce = async () => (loaded ??= (await load()).default);
  const Lazy = lazyPart(async () => ({ Part: await fetchOnce() }), 'Part');

  return function Late() {
    const hydrated = useHydrated();
    const [live, setLive] = useState(hydrated || import.meta.env.SSR);
    const box = useRef<HTMLDivElement>(null);
    const restore = useRef<((box: ParentNode) => void) | null>(null);
    useEffect(() => {
      const element = box.current;
      if (live || element === null) return;
      let cancel: () => void;
      const watch = () => {
        cancel = whenNear(element, () => void takeOver());
      };
      const takeOver = async () => {
        const [code, state] = await Promise.all([fetchOnce(), import('./late-state.ts')]).catch(() => []);
        // The user has left the page meanwhile.
        if (box.current !== element) return;
        if (code === undefined || state === undefined) {
          // The markup stays as it was sent, readable, with working links, and the code is asked for again.
          const timer = setTimeout(watch, AGAIN_MS);
          cancel = () => clearTimeout(timer);
          return;
        }
        await state.untilReleased(element);
        if (box.current !== element) return;
        restore.current = state.remember(element);
        // Synchronous: a change between the snapshot and the swap would be lost.
        flushSync(() => setLive(true));
      };
      watch();
      return () => cancel();
    }, [live]);
    useEffect(() => {
      if (live && box.current !== null) restore.current?.(box.current);
    }, [live]);
    const Section = loaded ?? Lazy;
    return live ? (
      <div key="live" ref={box} className="late">
        <Section />
      </div>
    ) : (
      // oxlint-disable-next-line react/no-danger -- empty: it tells React that the markup inside is not its own
      <div ref={box} className="late" dangerouslySetInnerHTML={UNMANAGED} suppressHydrationWarning />
    );
  };
}

const UNMANAGED = { __html: '' };
