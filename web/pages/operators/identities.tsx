// Identities, as compliance's work. Its parts load with it: the table of routes, which every visitor loads, names the files of each page.

import { Suspense } from 'react';
import { useOperatorGate } from '../../features/auth/operator-gate.ts';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.identities);

const Identities = lazyPart(
  () => import('../../features/operators/identities/identities-page.tsx'),
  'Identities',
);

export default function IdentitiesPage() {
  const { profile } = useOperatorGate();
  return <Suspense fallback={null}>{profile !== null && <Identities />}</Suspense>;
}
