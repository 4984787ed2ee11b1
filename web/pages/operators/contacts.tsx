// The messages of the contact form, as work. The open one is in the URL, so that Back closes it and a link to it can be sent.
// For operators of tier premium.

import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useOperatorGate } from '../../features/auth/operator-gate.ts';
import { ContactsCard } from '../../features/operators/contacts/contacts-card.tsx';
import { useRefreshContacts } from '../../features/operators/contacts/queries.ts';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { useWaiting } from '../../features/operators/frame/waiting.ts';
import { relativeTime } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsContactsMessages from '#messages/operators-contacts.json';
import titles from '#messages/titles.json';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { useOpening } from '../../ui/use-opening.ts';

export const meta = hiddenPageMeta(titles.contacts);

const ContactDialog = lazy(async () => ({
  default: (await import('../../features/operators/contacts/contact-dialog.tsx')).ContactDialog,
}));

const PARAMETER = 'message';

export default function ContactsPage() {
  const { profile } = useOperatorGate();
  const [address, setAddress] = useSearchParams();
  const shown = address.get(PARAMETER);
  const opened = useOpening(shown, shown);
  const go = (id: string | null) => {
    const next = new URLSearchParams(address);
    if (id === null) next.delete(PARAMETER);
    else next.set(PARAMETER, id);
    setAddress(next, { replace: id === null, preventScrollReset: true });
  };
  return (
    <OperatorsPanel title={titles.contacts.title} lead={<Lead />} actions={<Refresh />}>
      <ContactsCard onView={go} />
      <Suspense fallback={null}>
        {opened !== null && profile !== null && (
          <ContactDialog
            key={opened.number}
            open={opened.open}
            id={opened.value}
            operatorId={profile.id}
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
  const { open, oldestAt } = work.contacts;
  if (oldestAt === null) return t('waiting.none');
  return t.count('waiting.some', open, {
    n: f.integer(open),
    since: relativeTime(f.locale, oldestAt, readAt),
  });
}

function Refresh() {
  const t = useMessages(operatorsContactsMessages);
  return (
    <RefreshButton busyLabel={t('list.refreshing')} onRefresh={useRefreshContacts()}>
      {t('list.refresh')}
    </RefreshButton>
  );
}
