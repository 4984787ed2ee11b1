// What waits for the operator, and what cannot. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.today);

const Today = lazyPart(() => import('../../features/operators/today/today-page.tsx'), 'Today');

export default function TodayPage() {
  return (
    <Suspense fallback={null}>
      <Today />
    </Suspense>
  );
}
