// The page of a link out of a letter: one button, and how long the link works.

import type { ReactNode } from 'react';
import emailMessages from '#messages/email.json';
import { useMessages } from '../i18n/use-messages.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

type LinkPageProps = {
  /** Whose words it says. */
  readonly page: 'confirm' | 'remove' | 'freeze' | 'withdrawal';
  /** Where whoever opened it by mistake goes. */
  readonly other: string;
  readonly lifetime: 'halfHour' | 'day' | 'week';
  /** Works once, or as often as it is pressed: then what undoes it is said in that place. */
  readonly uses?: 'once' | 'undo';
  readonly children: (token: string) => ReactNode;
};

export function LinkPage({ page, other, lifetime, uses = 'once', children }: LinkPageProps) {
  const t = useMessages(emailMessages);
  const token = useLinkToken();
  return (
    <AuthFrame
      title={t(`${page}.title`)}
      lead={t(`${page}.lead`)}
      other={{ text: t(`${page}.otherText`), link: t(`${page}.otherLink`), to: other }}
      aside={{
        say: t('aside.say'),
        facts: [
          { figure: t(`aside.${lifetime}`), text: t('aside.lifetime') },
          { figure: t(`aside.${uses}`), text: t(`aside.${uses}Text`) },
        ],
      }}
    >
      {token !== null && children(token)}
    </AuthFrame>
  );
}
