// Second factors for browser tests: an app that shows codes, a device that holds passkeys, and the short way to have one.

import { Secret, TOTP } from 'otpauth';
import { type CDPSession, expect, type Page } from 'playwright/test';
import enTwoStep from '../../../locales/en/two-step.json' with { type: 'json' };
import ptTwoStep from '../../../locales/pt-BR/two-step.json' with { type: 'json' };
import type { FactorsChanged, TotpSetup } from '../../../worker/contract/factors.ts';
import { TOTP_PERIOD_MS } from '../../../worker/domain/factors.ts';
import type { Language } from './language.ts';
import type { Account, Person } from './test.ts';
import { proofWords, translator } from '../../support/words.ts';

const enProof = enTwoStep.proof;
const ptProof = ptTwoStep.proof;

export const wordsOf = ({ locale }: Language) =>
  locale === 'en' ? { proof: enProof, twoStep: enTwoStep } : { proof: ptProof, twoStep: ptTwoStep };

/** The code an app shows now, or `ahead` steps from now. Each is taken once: a test walks from -1 to 1. */
export function codeOf(key: string, ahead: -1 | 0 | 1): string {
  const timestamp = Date.now() + ahead * TOTP_PERIOD_MS;
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp });
}

/** A customer's app, by the API: its key and the recovery codes. The code of one step ago is spent. */
export async function addApp(account: Account, person: Person) {
  await account.post('/api/auth/step-up', { method: 'password', password: person.password });
  const { key, setup } = (await account.post('/api/auth/factors/totp', {})) as TotpSetup;
  const changed = await account.post('/api/auth/factors/totp/confirm', { setup, code: codeOf(key, -1) });
  return { key, codes: (changed as FactorsChanged).recoveryCodes ?? [] };
}

/** Answers the question "Is it you?" of a page, with the password. */
export async function proveByPassword(page: Page, password: string, locale: 'pt-BR' | 'en'): Promise<void> {
  const t = translator(proofWords, locale);
  const asking = page.getByRole('dialog', { name: t('title') });
  await asking.getByLabel(t('password.label'), { exact: true }).fill(password);
  await asking.getByRole('button', { name: t('submit') }).click();
  await expect(asking).toBeHidden();
}

/** A device with a fingerprint reader inside this page's browser. */
export class Device {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async plugInto(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(session, authenticatorId);
  }

  /** Whether the finger is the right one. */
  async recognise(isRight: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', {
      authenticatorId: this.#id,
      isUserVerified: isRight,
    });
  }

  async passkeys(): Promise<number> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return credentials.length;
  }
}
