// The configured channels to a customer outside the product (P27). For SMS and push the
// only gateway built in is the labelled sandbox, which production refuses.

import type { SettingsReply } from '../contract/settings.ts';
import { mailIsSetUp, type MailSettings } from '../mail/transport.ts';

export type Channels = SettingsReply['channels'];
export type ChannelSettings = MailSettings & Pick<Env, 'SMS_GATEWAY' | 'PUSH_GATEWAY'>;

export function channelsOf(env: ChannelSettings): Channels {
  const gateway = (setting: string) =>
    setting === 'sandbox' && env.ENVIRONMENT === 'local' ? ('sandbox' as const) : null;
  return { email: mailIsSetUp(env), sms: gateway(env.SMS_GATEWAY), push: gateway(env.PUSH_GATEWAY) };
}
