// The house's money. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.treasury);

const Treasury = lazyPart(() => import('../../features/operators/treasury/treasury-page.tsx'), 'Treasury');

export default function TreasuryPage() {
  return (
    <Suspense fallback={null}>
      <Treasury />
    </Suspense>
  );
}
