// The notice that every visitor reads at the top of the pages. Its parts load with it, as those of contacts.tsx do.

import { lazy, Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(titles.incident);

const IncidentDesk = lazy(async () => ({
  default: (await import('../../features/operators/incident/incident-page.tsx')).IncidentDesk,
}));

export default function IncidentPage() {
  return (
    <Suspense fallback={null}>
      <IncidentDesk />
    </Suspense>
  );
}
