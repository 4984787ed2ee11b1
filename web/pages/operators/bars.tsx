// The vault for operators. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.bars);

const Bars = lazyPart(() => import('../../features/operators/bars/bars-page.tsx'), 'Bars');

export default function BarsPage() {
  return (
    <Suspense fallback={null}>
      <Bars />
    </Suspense>
  );
}
