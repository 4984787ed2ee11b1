// One contact message: what was written, who has taken it, what was answered, and the next answer. Import it lazily, as every
// dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Link } from '../../../i18n/link.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsContactsMessages from '#messages/operators-contacts.json';
import type { ContactDetails } from '../../../../worker/contract/operators/contacts.ts';
import type { ContactChange } from '../../../../worker/domain/contacts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import { Phone } from '../frame/phone.tsx';
import { AnswerForm } from './answer-form.tsx';
import { DueTime, StateBadge, useInquiryName } from './contacts-card.tsx';
import { useChangeContact, useContact } from './queries.ts';
import '../../../styles/operators.css';

type ContactDialogProps = {
  readonly open: boolean;
  readonly id: string;
  /** The operator who looks at it. */
  readonly operatorId: string;
  readonly onClose: () => void;
};

export function ContactDialog({ open, id, operatorId, onClose }: ContactDialogProps) {
  const t = useMessages(operatorsContactsMessages);
  const contact = useContact(id);
  return (
    <Dialog open={open} onClose={onClose} title={contact.data?.subject ?? t('details.title')} width="wide">
      <OpenedRecord
        query={contact}
        failed={{ title: t('details.error.title'), text: t('details.error.text') }}
      >
        {(opened) => (
          <div className="stack">
            <Details contact={opened} operatorId={operatorId} readAt={contact.dataUpdatedAt} />
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

type DetailsProps = { readonly contact: ContactDetails; readonly operatorId: string };

function Details({ contact, operatorId, readAt }: DetailsProps & { readonly readAt: number }) {
  const t = useMessages(operatorsContactsMessages);
  const f = useFormat();
  const inquiryName = useInquiryName();
  const { name, email, phone, customerId, sentAt, inquiry, language, state, owner, message, complaint } =
    contact;
  return (
    <>
      <Facts>
        <Fact label={t('details.from')}>{name}</Fact>
        <Fact label={t('details.email')}>
          <Email>{email}</Email>
        </Fact>
        {phone !== null && (
          <Fact label={t('details.phone')}>
            <Phone inBrazil={language === 'pt-BR'}>{phone}</Phone>
          </Fact>
        )}
        <Fact label={t('details.customer')}>
          {customerId === null ? (
            t('details.noCustomer')
          ) : (
            <Link className="link" to={`/admin?search=${encodeURIComponent(email)}&user=${customerId}`}>
              {t('details.openCustomer')}
            </Link>
          )}
        </Fact>
        <Fact label={t('details.sentAt')}>
          {f.dateTime(sentAt, 'stamp')} ({relativeTime(f.locale, sentAt, readAt)})
        </Fact>
        <Fact label={t('details.about')}>
          {inquiryName(inquiry)}, {t(`languages.${language}`)}
        </Fact>
        {complaint !== null && <Fact label={t('details.number')}>{complaint.number}</Fact>}
        <Fact label={t('details.state')}>
          <StateBadge state={state} /> <DueTime state={state} complaint={complaint} />
        </Fact>
        <Fact label={t('details.owner')}>
          {owner === null ? t('list.nobody') : <Email>{owner.email}</Email>}
        </Fact>
      </Facts>
      <Allowed to="contacts.answer">
        <Changes contact={contact} operatorId={operatorId} />
      </Allowed>
      <section aria-label={t('details.message')}>
        <h3 className="admin-details-heading">{t('details.message')}</h3>
        <blockquote className="contact-text" lang={language}>
          {message}
        </blockquote>
      </section>
      {contact.answers.map((answer) => (
        <section key={answer.id} aria-label={t('details.answer')}>
          <h3 className="admin-details-heading">
            {t('details.answeredBy', { by: answer.by, at: f.dateTime(answer.at, 'stamp') })}
          </h3>
          <blockquote className="contact-text contact-answer" lang={answer.language}>
            {answer.body}
          </blockquote>
        </section>
      ))}
      {/* Another answer is another form, with an id of its own. */}
      <Allowed to="contacts.answer">
        <AnswerForm key={contact.answers.length} contact={contact} />
      </Allowed>
    </>
  );
}

/** Who has it, and whether it is done with. */
function Changes({ contact: { id, state, owner, revision }, operatorId }: DetailsProps) {
  const t = useMessages(operatorsContactsMessages);
  const showError = useErrorToast();
  const change = useChangeContact(id);
  const isMine = owner?.id === operatorId;
  const button = (what: ContactChange) => (
    <Button
      size="small"
      busy={change.isPending && change.variables.change === what}
      busyLabel={t(`changes.${what}`)}
      aria-disabled={change.isPending}
      onClick={() => {
        if (change.isPending) return;
        afterwards(change.mutateAsync({ change: what, revision }), {
          onError: (error) => showError(t('changes.failed'), error),
        });
      }}
    >
      {t(`changes.${what}`)}
    </Button>
  );
  return (
    <div className="ledger-buttons">
      {button(isMine ? 'release' : 'take')}
      {button(state === 'open' || state === 'answered' ? 'close' : 'reopen')}
    </div>
  );
}
