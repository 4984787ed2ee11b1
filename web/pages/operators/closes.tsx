// The closes of the days. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.closes);

const Closes = lazyPart(() => import('../../features/operators/closes/closes-page.tsx'), 'Closes');

export default function ClosesPage() {
  return (
    <Suspense fallback={null}>
      <Closes />
    </Suspense>
  );
}
