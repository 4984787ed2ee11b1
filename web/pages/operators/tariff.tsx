// What storage and the exchange cost, and from when on. Its parts load with it, as those of contacts.tsx do.

import { lazy, Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.tariff);

const TariffDesk = lazy(async () => ({
  default: (await import('../../features/operators/tariff/tariff-page.tsx')).TariffDesk,
}));

export default function TariffPage() {
  return (
    <Suspense fallback={null}>
      <TariffDesk />
    </Suspense>
  );
}
