// The closes of the days. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { lazy, Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.closes);

const Closes = lazy(async () => ({
  default: (await import('../../features/operators/closes/closes-page.tsx')).Closes,
}));

export default function ClosesPage() {
  return (
    <Suspense fallback={null}>
      <Closes />
    </Suspense>
  );
}
