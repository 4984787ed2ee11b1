// Messages that could not be delivered, that wait and that went out. Its parts load with it: the table of routes, which every
// visitor loads, names the files of each page.

import { Suspense } from 'react';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.mail);

const Outbox = lazyPart(() => import('../../features/operators/mail/outbox-page.tsx'), 'Outbox');

export default function MailPage() {
  return (
    <Suspense fallback={null}>
      <Outbox />
    </Suspense>
  );
}
