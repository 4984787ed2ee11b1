// The line of the first paint. The Worker fills in `d` before it sends the page. React renders the same `d`, so that
// hydration finds no mismatch; a section whose code loads late reads the line from its own markup.

import { useId, useState } from 'react';

/** The line of the received page; '' without one: in the prerendered file, or after a navigation. */
export function useBootLine(name: string): string {
  const [line] = useState(() => readLine(name));
  return line;
}

function readLine(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector(`[data-boot-line="${name}"]`)?.getAttribute('d') ?? '';
}

type BootLineProps = {
  /** `gold-1M`, `silver-1M-BRL`, `ratio-1M`: see worker/domain/boot-lines.ts. */
  readonly name: string;
  /** From `useBootLine(name)`; the calling component is keyed by the name. */
  readonly line: string;
  readonly className: string;
  readonly viewBox: string;
};

export function BootLine({ name, line, className, viewBox }: BootLineProps) {
  const gradient = useId();
  return (
    <svg className={className} viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
        <stop className="boot-line-shade" offset="0" stopOpacity=".18" />
        <stop className="boot-line-shade" offset="1" stopOpacity="0" />
      </linearGradient>
      <path
        className="boot-line"
        data-boot-line={name}
        d={line}
        fill={`url(#${gradient})`}
        suppressHydrationWarning
      />
    </svg>
  );
}
