import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { Icon } from '../../ui/icon.tsx';
import { OPERATOR } from '../../../worker/domain/operator.ts';
import { phoneHref } from './phone-href.ts';

/** The fastest way there is: the telephone where the operator has one, else an e-mail that says what it is. */
export function UrgentHelp() {
  const t = useMessages(contactMessages);
  const { email, phone } = OPERATOR;
  return (
    <section className="urgent" aria-labelledby="urgent-title">
      <h3 id="urgent-title">
        <Icon name="alert" />
        {t('urgent.title')}
      </h3>
      <p>{t('urgent.text')}</p>
      {phone === null ? (
        <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(t('urgent.subject'))}`}>
          {email}
        </a>
      ) : (
        <a className="link" href={phoneHref(phone)}>
          {phone}
        </a>
      )}
    </section>
  );
}
