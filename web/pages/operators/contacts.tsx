// The messages of the contact form, as work. For operators of tier premium. Its parts load with it: the table of routes, which
// every visitor loads, names the files of each page.

import { Suspense } from 'react';
import { useOperatorGate } from '../../features/auth/operator-gate.ts';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.contacts);

const Contacts = lazyPart(() => import('../../features/operators/contacts/contacts-page.tsx'), 'Contacts');

export default function ContactsPage() {
  const { profile } = useOperatorGate();
  return <Suspense fallback={null}>{profile !== null && <Contacts operatorId={profile.id} />}</Suspense>;
}
