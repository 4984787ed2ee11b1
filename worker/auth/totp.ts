// The codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, since some apps understand nothing else.

import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_PERIOD_MS, TOTP_WINDOW_STEPS } from '../domain/factors.ts';

const ISSUER = 'Onça';
/** As long as SHA-1's output, as RFC 4226 (section 4) advises. */
const KEY_BYTES = 20;

const SETTINGS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_PERIOD_MS / 1000 } as const;

/** A new key in base 32, as apps take it by hand. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** The content of the QR code. */
export function totpUri(email: string, key: string): string {
  return new TOTP({ ...SETTINGS, issuer: ISSUER, label: email, secret: Secret.fromBase32(key) }).toString();
}

/** The code of a time step, as an app shows it. */
export function totpCodeOf(key: string, step: number): string {
  return TOTP.generate({ ...SETTINGS, secret: Secret.fromBase32(key), timestamp: step * TOTP_PERIOD_MS });
}

/** The time step whose code this is, near `now`; null for a wrong code. The caller refuses a step that was used. */
export function totpStepOf(key: string, code: string, now: number): number | null {
  const delta = TOTP.validate({
    ...SETTINGS,
    token: code,
    secret: Secret.fromBase32(key),
    timestamp: now,
    window: TOTP_WINDOW_STEPS,
  });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp: now }) + delta;
}
