// The notice that every visitor reads at the top of the pages. Its parts load with it, as those of contacts.tsx do.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.incident);

const IncidentDesk = lazyPart(
  () => import('../../features/operators/incident/incident-page.tsx'),
  'IncidentDesk',
);

export default function IncidentPage() {
  return (
    <Suspense fallback={null}>
      <IncidentDesk />
    </Suspense>
  );
}
