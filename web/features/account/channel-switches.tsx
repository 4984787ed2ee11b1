import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Badge } from '../../ui/badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { GroupProps } from './settings-form.tsx';

/** One switch for each channel that is configured on the server. */
export function ChannelSwitches({ chosen, choose }: GroupProps) {
  const t = useMessages(profileMessages.settings);
  const { email, sms, push } = chosen.channels;
  return (
    <>
      <div className="settings-switches">
        {email && (
          <Switch
            label={t('channels.email')}
            checked={chosen.notificationEmail}
            onChange={(notificationEmail) => choose({ notificationEmail })}
          >
            {t('channels.emailNote')}
          </Switch>
        )}
        {sms !== null && (
          <Switch
            label={t('channels.sms')}
            aside={<TestChannel />}
            checked={chosen.notificationSms}
            onChange={(notificationSms) => choose({ notificationSms })}
          >
            {t('channels.smsNote')} {t('channels.sandboxNote')}
          </Switch>
        )}
        {push !== null && (
          <Switch
            label={t('channels.push')}
            aside={<TestChannel />}
            checked={chosen.notificationPush}
            onChange={(notificationPush) => choose({ notificationPush })}
          >
            {t('channels.pushNote')} {t('channels.sandboxNote')}
          </Switch>
        )}
      </div>
      <p className="settings-always">{t(email ? 'channels.always' : 'channels.alwaysHere')}</p>
    </>
  );
}

function TestChannel() {
  const t = useMessages(profileMessages.settings);
  return <Badge tone="neutral">{t('channels.sandbox')}</Badge>;
}
