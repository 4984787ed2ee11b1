// Parts of a page whose code comes when they are needed. A part that fails takes the page with it, so its code is asked for
// again first: a press is answered late, and what the user reads or has typed stays. Firefox also fails what is still under
// way when the user leaves: the page must not break before the next one is there.

import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** The network comes back some moments before requests reach it: three are asked for. */
const TRIES = 3;
const AGAIN_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

type When = {
  /** Nobody pressed anything for it, and the page is whole without it: it is asked for until it comes. */
  readonly unasked?: boolean;
};

/** `const EmailDialog = lazyPart(() => import('./email-dialog.tsx'), 'EmailDialog')` */
export function lazyPart<
  // oxlint-disable-next-line typescript/no-explicit-any -- components of any props, as React's `lazy` has it
  Code extends { readonly [K in Name]: ComponentType<any> },
  Name extends string,
>(load: () => Promise<Code>, name: Name, { unasked = false }: When = {}): LazyExoticComponent<Code[Name]> {
  return lazy(async () => ({ default: (await whenOnline(load, unasked ? Infinity : TRIES))[name] }));
}

/** Without a network it waits for one. With a network that fails it asks again, more and more seldom, and then throws. */
async function whenOnline<T>(load: () => Promise<T>, tries: number): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) {
        if (tried >= tries) throw error;
        await pause(tried);
      } else {
        await network();
        tried = 0;
      }
      await reloadFailedStyles();
    }
  }
}

function pause(tried: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(AGAIN_MS * tried, LONGEST_PAUSE_MS)));
}

function network(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/** The loader of the build asks for the styles of a part once, also when that failed. */
async function reloadFailedStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter((link) => !hasRules(link)).map(reload));
}

/** The rules of a stylesheet that could not be loaded cannot be read, or there is no sheet. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) > 0;
  } catch {
    return false;
  }
}

function reload(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.addEventListener('load', resolve);
    copy.addEventListener('error', resolve);
    link.replaceWith(copy);
  });
}
