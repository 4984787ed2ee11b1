// The page of a link out of a letter of the newsletter.

import type { ReactNode } from 'react';
import myDataMessages from '#messages/my-data.json';
import { useMessages } from '../i18n/use-messages.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

type NewsletterPageProps = {
  readonly does: 'confirm' | 'leave';
  readonly children: (token: string) => ReactNode;
};

export function NewsletterPage({ does, children }: NewsletterPageProps) {
  const t = useMessages(myDataMessages.newsletter);
  const token = useLinkToken();
  return (
    <AuthFrame
      title={t(`${does}.title`)}
      lead={t(`${does}.lead`)}
      other={{ text: t(`${does}.otherText`), link: t(`${does}.otherLink`), to: '/' }}
      aside={{
        say: t('aside.say'),
        facts: [
          { figure: t('aside.once'), text: t('aside.onceText') },
          { figure: t('aside.days'), text: t('aside.daysText') },
        ],
      }}
    >
      {token !== null && children(token)}
    </AuthFrame>
  );
}
