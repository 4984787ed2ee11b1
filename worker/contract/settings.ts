// What crosses the wire about a customer's settings. Apart from accounts.ts, so that the header's switches do not bring
// the rules of sign-up, with their list of common passwords.

import * as v from 'valibot';
import { CURRENCIES, LANGUAGES, PLATFORMS, THEMES, WEIGHT_UNITS } from '../domain/settings-rules.ts';

const settings = {
  notificationEmail: v.boolean(),
  notificationSms: v.boolean(),
  notificationPush: v.boolean(),
  platform: v.picklist(PLATFORMS),
  theme: v.picklist(THEMES),
  language: v.picklist(LANGUAGES),
  currency: v.picklist(CURRENCIES),
  weightUnit: v.picklist(WEIGHT_UNITS),
};

export const Settings = v.object(settings);
export type Settings = v.InferOutput<typeof Settings>;

/** Each is optional, so that two devices that change different settings do not overwrite each other. Null is no choice. */
export const SettingsChange = v.partial(Settings);
export type SettingsChange = v.InferOutput<typeof SettingsChange>;

/** The reply also says which channels exist here: what is not configured is not offered (P27). */
export const SettingsReply = v.object({
  ...settings,
  channels: v.object({
    email: v.boolean(),
    /** `sandbox`: messages are stored and not sent. */
    sms: v.nullable(v.literal('sandbox')),
    push: v.nullable(v.literal('sandbox')),
  }),
});
export type SettingsReply = v.InferOutput<typeof SettingsReply>;
