// The vault for operators. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { lazy, Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.bars);

const Bars = lazy(async () => ({
  default: (await import('../../features/operators/bars/bars-page.tsx')).Bars,
}));

export default function BarsPage() {
  return (
    <Suspense fallback={null}>
      <Bars />
    </Suspense>
  );
}
