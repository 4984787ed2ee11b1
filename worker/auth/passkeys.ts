// Passkeys (WebAuthn): the options for the browser, and the check of its answer. Origin, site and challenge are checked on
// every answer, and the person must have been verified by the device, so that a passkey counts for both steps at once.

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyRegistration } from '../contract/factors.ts';
import { CHALLENGE_LIFETIME_MS } from '../domain/factors.ts';
import { siteOrigin } from '../http/site-origin.ts';
import { logLine } from '../telemetry/log.ts';

const SITE_NAME = 'Onça';
/** EdDSA, ES256, RS256: what authenticators make (COSE algorithm numbers). */
const ALGORITHMS = [-8, -7, -257];
/** Where `npm run dev` serves the pages. */
const DEVELOPMENT_ORIGIN = 'http://localhost:5173';

/** The site that a passkey is bound to. */
export type RelyingParty = { readonly id: string; readonly origins: string[] };

/** SITE_ORIGIN where it is set; otherwise the address that was asked for. */
export function relyingPartyOf(
  env: Pick<Env, 'SITE_ORIGIN' | 'ENVIRONMENT'>,
  requestOrigin: string,
): RelyingParty {
  const origin = siteOrigin(env, new URL(requestOrigin));
  const development = env.ENVIRONMENT === 'local' ? [DEVELOPMENT_ORIGIN] : [];
  return { id: new URL(origin).hostname, origins: [origin, ...development] };
}

export type KnownPasskey = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string[];
};

/** The library is large: it is loaded when a passkey is used, not when the Worker starts. */
const library = () => import('@simplewebauthn/server');

export async function registrationOptions(
  site: RelyingParty,
  customer: { readonly userId: string; readonly email: string; readonly fullName: string },
  existing: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[],
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(customer.userId, 'utf8')),
    userName: customer.email,
    userDisplayName: customer.fullName,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

export type NewPasskeyKey = KnownPasskey & { readonly synced: boolean };

/** The passkey that was made; null when the answer does not hold. `isOurs` judges the challenge. */
export async function verifyRegistration(
  site: RelyingParty,
  response: PasskeyRegistration,
  isOurs: (challenge: string) => boolean,
): Promise<NewPasskeyKey | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge: isOurs,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports,
      synced: credentialBackedUp,
    };
  } catch (error) {
    return refused('passkey-registration-refused', error);
  }
}

/** Without `allowed` the device offers whatever passkeys it has for this site. */
export async function assertionOptions(
  site: RelyingParty,
  allowed: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[],
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
}

/** The passkey's new counter; null when the answer does not hold. */
export async function verifyAssertion(
  site: RelyingParty,
  passkey: KnownPasskey,
  response: PasskeyAssertion,
  isOurs: (challenge: string) => boolean,
): Promise<{ readonly counter: number } | null> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const signed = { clientDataJSON, authenticatorData, signature };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: signed,
        clientExtensionResults: {},
      } satisfies AuthenticationResponseJSON,
      expectedChallenge: isOurs,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch (error) {
    return refused('passkey-refused', error);
  }
}

/** The library throws for each failed check. Its message goes to the log, never to the sender. */
function refused(event: string, error: unknown): null {
  logLine('warn', event, { reason: error instanceof Error ? error.message.slice(0, 200) : '' });
  return null;
}
