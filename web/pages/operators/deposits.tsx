// Deposits for operators. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.deposits);

const Deposits = lazyPart(() => import('../../features/operators/deposits/deposits-page.tsx'), 'Deposits');

export default function DepositsPage() {
  return (
    <Suspense fallback={null}>
      <Deposits />
    </Suspense>
  );
}
