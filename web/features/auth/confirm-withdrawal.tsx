import emailMessages from '#messages/email.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useConfirmWithdrawal } from './email-links.ts';
import { PressLink } from './press-link.tsx';

/** Lets go what whoever got the letter asked for. */
export function ConfirmWithdrawal({ token }: { readonly token: string }) {
  const t = useMessages(emailMessages.withdrawal);
  const f = useFormat();
  const confirm = useConfirmWithdrawal();
  const { data } = confirm;
  const done = data !== undefined && {
    title: t('done.title'),
    text: `${t('done.text', { amount: f.money(data.amountCents), to: data.to })} ${
      data.holdUntil !== null
        ? t('done.held', { until: f.dateTime(data.holdUntil, 'dayMonthTime') })
        : data.exchangedFrom !== null
          ? t('done.shut', { time: f.dateTime(data.exchangedFrom, 'dayMonthTime') })
          : t(data.expectedOn === null ? 'done.unexchanged' : 'done.soon')
    }`,
    action: t('done.action'),
    to: '/dashboard',
  };
  return (
    <PressLink
      token={token}
      submit={t('submit')}
      busyLabel={t('busy')}
      busy={confirm.isPending}
      error={confirm.error}
      again={
        <LinkButton to="/dashboard?withdraw=1" size="small">
          {t('again')}
        </LinkButton>
      }
      done={done === false ? null : done}
      onPress={() => confirm.mutate(token)}
    />
  );
}
