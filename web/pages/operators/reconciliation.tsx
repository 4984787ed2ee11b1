// Files of the banks against the books. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.reconciliation);

const Reconciliation = lazyPart(
  () => import('../../features/operators/reconciliation/reconciliation-page.tsx'),
  'Reconciliation',
);

export default function ReconciliationPage() {
  return (
    <Suspense fallback={null}>
      <Reconciliation />
    </Suspense>
  );
}
