// Account, My data: what rests on consent alone is taken back by one button each. Today that is the newsletter.

import { afterwards } from '../../api/afterwards.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useLeaveNewsletter, useMyData } from './my-data.ts';
import '../../styles/account.css';

export function ConsentCard({ email }: { readonly email: string }) {
  const t = useMessages(myDataMessages.consent);
  const showError = useErrorToast();
  const { data } = useMyData();
  const leave = useLeaveNewsletter();
  const subscribed = data?.newsletter ?? null;
  const run = () =>
    afterwards(leave.mutateAsync(), {
      onSuccess: () => showToast({ type: 'success', title: t('left') }),
      onError: (error) => showError(t('leave'), error),
    });
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        <p className="safety-text">{t('text')}</p>
        <h3 className="safety-name">{t('newsletter')}</h3>
        {data !== undefined && (
          <p className="small">
            {subscribed === null ? t('unproved') : t(subscribed ? 'on' : 'off', { email })}
          </p>
        )}
        {subscribed === true && (
          <Button className="safety-start" busy={leave.isPending} busyLabel={t('leaving')} onClick={run}>
            {t('leave')}
          </Button>
        )}
      </div>
    </Card>
  );
}
