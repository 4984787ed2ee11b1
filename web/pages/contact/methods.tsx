import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { OPERATOR } from '../../../worker/domain/operator.ts';
import { phoneHref } from './phone-href.ts';

type MethodProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
};

/** Telephone and chat stand here once the operator has them; e-mail and the form always (decision 29). */
export function ContactMethods() {
  const t = useMessages(contactMessages);
  const { email, phone, chatUrl } = OPERATOR;
  return (
    <ul className="methods" aria-label={t('methods.label')}>
      {phone !== null && (
        <Method icon="phone" title={t('methods.phone.title')} note={t('methods.phone.note')}>
          <a className="link" href={phoneHref(phone)}>
            {phone}
          </a>
        </Method>
      )}
      <Method icon="mail" title={t('methods.email.title')} note={t('methods.email.note')}>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </Method>
      {chatUrl !== null && (
        <Method icon="chat" title={t('methods.chat.title')} note={t('methods.chat.note')}>
          <a className="link" href={chatUrl} rel="noopener">
            {t('methods.chat.link')}
          </a>
        </Method>
      )}
      <Method icon="write" title={t('methods.form.title')} note={t('methods.form.note')}>
        <a className="link" href="#form">
          {t('methods.form.link')}
        </a>
      </Method>
    </ul>
  );
}

function Method({ icon, title, note, children }: MethodProps) {
  return (
    <li className="method">
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        {children}
        <p className="small quiet">{note}</p>
      </div>
    </li>
  );
}
