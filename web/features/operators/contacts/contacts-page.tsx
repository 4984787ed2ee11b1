// The messages of the contact form, as work. The open one is in the URL, so that Back closes it and a link to it can be sent.
// For operators of tier premium.

import { Suspense } from 'react';
import { ContactsCard } from './contacts-card.tsx';
import { useRefreshContacts } from './queries.ts';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { useWaiting } from '../frame/waiting.ts';
import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsContactsMessages from '#messages/operators-contacts.json';
import titles from '#messages/titles.json';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx'), 'ContactDialog');

type ContactsProps = {
  /** The operator who looks at them. */
  readonly operatorId: string;
};

export function Contacts({ operatorId }: ContactsProps) {
  const [opened, go] = useOpened('message');
  return (
    <OperatorsPanel
      title={titles.contacts.title}
      lead={<Lead />}
      actions={<Refresh onRefresh={useRefreshContacts()} />}
    >
      <ContactsCard onView={go} />
      <Suspense fallback={null}>
        {opened !== null && (
          <ContactDialog
            key={opened.number}
            open={opened.open}
            id={opened.value}
            operatorId={operatorId}
            onClose={() => go(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}

/** How many wait for an answer, and since when. */
function Lead() {
  const t = useMessages(operatorsContactsMessages);
  const f = useFormat();
  const { work, readAt } = useWaiting();
  if (work === undefined || work.contacts === null) return t('lead');
  const { open, oldestAt, complaints } = work.contacts;
  if (oldestAt === null) return t('waiting.none');
  const waiting = t.count('waiting.some', open, {
    n: f.integer(open),
    since: relativeTime(f.locale, oldestAt, readAt),
  });
  const due =
    complaints.overdue > 0
      ? t.count('waiting.overdue', complaints.overdue, { n: f.integer(complaints.overdue) })
      : complaints.nextDueAt === null
        ? ''
        : t('waiting.nextDue', { when: f.dateTime(complaints.nextDueAt, 'dayMonthTime') });
  return due === '' ? waiting : `${waiting} ${due}`;
}
