// Passkeys as the browser knows them. The library comes when somebody uses one; what went wrong is one of four things.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '../../../worker/contract/factors.ts';

export type DeviceTrouble = 'cancelled' | 'unsupported' | 'exists' | 'failed';

/** The device, or whoever holds it, said no. Nothing was sent. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly trouble: DeviceTrouble;

  constructor(trouble: DeviceTrouble, options?: ErrorOptions) {
    super(`The passkey was not used (${trouble})`, options);
    this.trouble = trouble;
  }
}

/** Absent in old browsers and outside secure contexts. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';
}

const library = () => import('@simplewebauthn/browser');

/** Fetches the library ahead of the press that needs it. */
export function prepareDevice(): void {
  if (canUsePasskeys()) void library();
}

export async function answerWithPasskey({ options }: PasskeyOptions): Promise<PasskeyAssertion> {
  return asking(async () => {
    const { startAuthentication } = await library();
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
    const answer = { clientDataJSON, authenticatorData, signature, userHandle };
    return { id, rawId, type: 'public-key', response: answer };
  });
}

export async function makePasskey({ options }: PasskeyOptions): Promise<PasskeyRegistration> {
  return asking(async () => {
    const { startRegistration } = await library();
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
  });
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  if (!canUsePasskeys()) throw new DeviceError('unsupported');
  try {
    return await ask();
  } catch (error) {
    throw new DeviceError(troubleOf(error), { cause: error });
  }
}

/** By name: the specification of WebAuthn names them, and the library keeps the name. */
function troubleOf(error: unknown): DeviceTrouble {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  if (name === 'InvalidStateError') return 'exists';
  if (name === 'SecurityError' || name === 'NotSupportedError') return 'unsupported';
  return 'failed';
}
