import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { buttonClasses } from '../../ui/button-look.ts';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { OPERATOR } from '../../../worker/domain/operator.ts';
import { phoneHref } from './phone-href.ts';

const INVERSE = buttonClasses({ variant: 'inverse', size: 'large' });

/** Call and chat where the operator has them; else write (decision 29). */
export function Talk() {
  const t = useMessages(contactMessages);
  const { email, phone, chatUrl } = OPERATOR;
  return (
    <ClosingCall title={t('close.title')} text={t('close.text')}>
      {phone !== null && (
        <a className={INVERSE} href={phoneHref(phone)}>
          {t('close.call')}
        </a>
      )}
      {chatUrl !== null && (
        <a className={INVERSE} href={chatUrl} rel="noopener">
          {t('close.chat')}
        </a>
      )}
      {phone === null && chatUrl === null && (
        <>
          <a className={INVERSE} href={`mailto:${email}`}>
            {t('close.write')}
          </a>
          <a className="closing-link" href="#form">
            {t('close.form')}
          </a>
        </>
      )}
    </ClosingCall>
  );
}
