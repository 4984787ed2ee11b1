// The panel beside the forms of a forgotten password: the lifetime of its link.

import { useMessages } from '../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import { PASSWORD_RESET_LIFETIME_MS } from '../../worker/domain/session-rules.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';

export function useLinkFacts() {
  const t = useMessages(passwordMessages.forgotPassword);
  return {
    say: t('aside.say'),
    facts: [
      { figure: t('aside.minutes', { n: PASSWORD_RESET_LIFETIME_MS / MINUTE_MS }), text: t('aside.valid') },
      { figure: t('aside.once'), text: t('aside.onceText') },
      { figure: t('aside.all'), text: t('aside.allText') },
    ],
  };
}
