// How the system runs. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { lazy, Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.figures);

const Figures = lazy(async () => ({
  default: (await import('../../features/operators/figures/figures-page.tsx')).Figures,
}));

export default function FiguresPage() {
  return (
    <Suspense fallback={null}>
      <Figures />
    </Suspense>
  );
}
