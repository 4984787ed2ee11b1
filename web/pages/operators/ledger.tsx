// The operators' view of the ledger. Its parts load with it: the table of routes, which every visitor loads, names the files of
// each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.ledger);

const Ledger = lazyPart(() => import('../../features/operators/ledger/ledger-page.tsx'), 'Ledger');

export default function LedgerPage() {
  return (
    <Suspense fallback={null}>
      <Ledger />
    </Suspense>
  );
}
