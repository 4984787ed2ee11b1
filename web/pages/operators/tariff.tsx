// What storage and the exchange cost, and from when on. Its parts load with it, as those of contacts.tsx do.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.tariff);

const TariffDesk = lazyPart(() => import('../../features/operators/tariff/tariff-page.tsx'), 'TariffDesk');

export default function TariffPage() {
  return (
    <Suspense fallback={null}>
      <TariffDesk />
    </Suspense>
  );
}
