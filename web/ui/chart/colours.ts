// A canvas cannot use custom properties: the design tokens are read from the document, again after each theme change.

import { useSyncExternalStore } from 'react';

export type Colours = {
  readonly line: string;
  readonly grid: string;
  readonly label: string;
  readonly font: string;
};

let known: Colours | null = null;

function read(): Colours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const colours = {
    line: token('--accent-ui'),
    grid: token('--line'),
    label: token('--ink-3'),
    font: getComputedStyle(document.body).fontFamily,
  };
  const same =
    known !== null &&
    (Object.keys(colours) as (keyof Colours)[]).every((key) => known?.[key] === colours[key]);
  return (known = same && known !== null ? known : colours);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributeFilter: ['data-platform', 'data-mode', 'data-fonts'],
  });
  return () => observer.disconnect();
}

/** Only for components that never render on the server. */
export function useColours(): Colours {
  return useSyncExternalStore(subscribe, read);
}

/** A token's colour (`#rrggbb`) with an opacity from 0 to 1. */
export function faint(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
