// Who runs the product, for owners. Its parts load with it: the table of routes, which every visitor loads, names the files of
// each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.operators);

const People = lazyPart(() => import('../../features/operators/people/people-page.tsx'), 'People');

export default function PeoplePage() {
  return (
    <Suspense fallback={null}>
      <People />
    </Suspense>
  );
}
