// Passkeys on the user's device. The library loads with the first use; a failure is one of four.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type {
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyRegistration,
} from '../../../worker/contract/factors.ts';

export type DeviceProblem = 'cancelled' | 'unsupported' | 'exists' | 'failed';

/** The device or the user refused. Nothing was sent. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly problem: DeviceProblem;

  constructor(problem: DeviceProblem, options?: ErrorOptions) {
    super(`The passkey was not used (${problem})`, options);
    this.problem = problem;
  }
}

/** Absent in old browsers and outside secure contexts. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';
}

const library = () => import('@simplewebauthn/browser');

/** Fetches the library before the click that needs it. */
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

export async function createPasskey({ options }: PasskeyOptions): Promise<PasskeyRegistration> {
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
    throw new DeviceError(problemOf(error), { cause: error });
  }
}

/** By the name, which WebAuthn specifies and the library keeps. */
function problemOf(error: unknown): DeviceProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  if (name === 'InvalidStateError') return 'exists';
  if (name === 'SecurityError' || name === 'NotSupportedError') return 'unsupported';
  return 'failed';
}
