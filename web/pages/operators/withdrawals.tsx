// Withdrawals as the operators' work. Its parts load with it: the table of routes, which every visitor loads, names the files of each
// page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.withdrawals);

const Withdrawals = lazyPart(
  () => import('../../features/operators/withdrawals/withdrawals-page.tsx'),
  'Withdrawals',
);

export default function WithdrawalsPage() {
  return (
    <Suspense fallback={null}>
      <Withdrawals />
    </Suspense>
  );
}
