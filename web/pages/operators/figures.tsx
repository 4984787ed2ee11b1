// How the system runs. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.figures);

const Figures = lazyPart(() => import('../../features/operators/figures/figures-page.tsx'), 'Figures');

export default function FiguresPage() {
  return (
    <Suspense fallback={null}>
      <Figures />
    </Suspense>
  );
}
