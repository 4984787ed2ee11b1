// The ways to reach a customer outside the product. E-mail is always one; SMS and push exist where a gateway is configured
// (decision 27). The only one built in is the labelled sandbox, which production refuses.

import type { SettingsReply } from '../contract/settings.ts';

export type Channels = SettingsReply['channels'];

export function channelsOf(env: Pick<Env, 'ENVIRONMENT' | 'SMS_GATEWAY' | 'PUSH_GATEWAY'>): Channels {
  const gateway = (setting: string) =>
    setting === 'sandbox' && env.ENVIRONMENT === 'local' ? ('sandbox' as const) : null;
  return { email: true, sms: gateway(env.SMS_GATEWAY), push: gateway(env.PUSH_GATEWAY) };
}
