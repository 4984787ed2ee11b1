// Sections below the fold are in the prerendered page, whole; their code comes when they near the viewport. Until then
// React leaves their markup alone. After a navigation inside the site there is no markup to leave alone, and the code
// comes with the page: the page is complete when it appears, so Back finds its height and its place.
//
// A late section takes no props, imports no stylesheet (that would come too late for its markup: the page imports it)
// and reads words sections of its own, which then travel with it.

import { type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../i18n/use-hydrated.ts';
import { whenNear } from './near.ts';

/** `const Questions = late(() => import('./home/questions.tsx').then((m) => m.Questions))` */
export function late(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  const fetchOnce = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await fetchOnce() }));

  return function Late() {
    const arrived = useHydrated();
    const [live, setLive] = useState(arrived || import.meta.env.SSR);
    const box = useRef<HTMLDivElement>(null);
    const restore = useRef<((box: ParentNode) => void) | null>(null);
    useEffect(() => {
      const element = box.current;
      if (live || element === null) return;
      const takeOver = async () => {
        // Without the code the section stays as it was sent: readable, its links alive.
        const [code, state] = await Promise.all([fetchOnce(), import('./late-state.ts')]).catch(() => []);
        if (code === undefined || state === undefined) return;
        restore.current = state.remember(element);
        // At once: what a reader does between the picture and the swap would be lost.
        flushSync(() => setLive(true));
      };
      return whenNear(element, () => void takeOver());
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
      // oxlint-disable-next-line react/no-danger -- empty: it tells React that what is inside is not its own
      <div ref={box} className="late" dangerouslySetInnerHTML={NOT_OURS} suppressHydrationWarning />
    );
  };
}

const NOT_OURS = { __html: '' };
