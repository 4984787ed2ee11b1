// What crosses the wire about second factors: a sign-in's second step, proving again who one is, and the customer's list.

import * as v from 'valibot';
import { normalisePasskeyName, PASSKEY_NAME_MAX_CHARACTERS, SECOND_FACTORS } from '../domain/factors.ts';
import { PASSWORD_MAX_CHARACTERS } from '../domain/limits.ts';
import { flag } from './form-fields.ts';
import { SignedIn } from './sessions.ts';
import type { RuleCode } from './rule-texts.ts';

const base64url = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max), v.regex(/^[\w-]+$/u));
/** Longer than any code with spaces in it; the domain checks the format. */
const Code = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const Transport = v.pipe(v.string(), v.regex(/^[a-z-]{2,20}$/u));

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: v.literal('public-key'),
};

/** A device's answer at sign-in or step-up (AuthenticationResponseJSON). */
export const PasskeyAssertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    /** Whose passkey it is, in the device's memory. */
    userHandle: v.optional(v.nullable(base64url(128)), null),
  }),
});
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;

/** A device's answer when a passkey is made (RegistrationResponseJSON). */
export const PasskeyRegistration = v.object({
  ...credential,
  response: v.pipe(
    v.object({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(16_384),
      transports: v.nullish(v.pipe(v.array(Transport), v.maxLength(10))),
    }),
    v.transform(({ transports, ...rest }) => ({ ...rest, transports: transports ?? [] })),
  ),
});
export type PasskeyRegistration = v.InferOutput<typeof PasskeyRegistration>;

const proofs = {
  totp: v.object({ method: v.literal('totp'), code: Code }),
  recovery: v.object({ method: v.literal('recovery'), code: Code }),
  passkey: v.object({ method: v.literal('passkey'), response: PasskeyAssertion }),
};

export type FactorProof = v.InferOutput<(typeof proofs)[keyof typeof proofs]>;

const Ticket = base64url(64);

export const SecondStep = v.variant('method', [
  v.object({ ...proofs.totp.entries, ticket: Ticket }),
  v.object({ ...proofs.recovery.entries, ticket: Ticket }),
  v.object({ ...proofs.passkey.entries, ticket: Ticket }),
]);
export type SecondStep = v.InferOutput<typeof SecondStep>;

export const TicketOnly = v.object({ ticket: Ticket });

export const PasskeySignIn = v.object({ response: PasskeyAssertion, remember: flag });
export type PasskeySignIn = v.InferOutput<typeof PasskeySignIn>;

export const StepUp = v.variant('method', [
  proofs.totp,
  proofs.recovery,
  proofs.passkey,
  v.object({
    method: v.literal('password'),
    password: v.pipe(v.string(), v.minLength(1), v.maxLength(PASSWORD_MAX_CHARACTERS)),
  }),
]);
export type StepUp = v.InferOutput<typeof StepUp>;

export const SteppedUp = v.object({ until: v.string() });
export type SteppedUp = v.InferOutput<typeof SteppedUp>;

/** The reply of sign-in: a session, or the ticket for the second step and its methods. */
export const SignInReply = v.union([
  SignedIn,
  v.object({
    secondFactor: v.object({ ticket: v.string(), methods: v.array(v.picklist(SECOND_FACTORS)) }),
  }),
]);
export type SignInReply = v.InferOutput<typeof SignInReply>;

/** For `navigator.credentials`: passed through unchecked, the browser validates it. */
export const PasskeyOptions = v.object({ options: v.looseObject({ challenge: v.string() }) });
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>;

export const Factors = v.object({
  totp: v.nullable(v.object({ createdAt: v.string(), lastUsedAt: v.nullable(v.string()) })),
  passkeys: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** Kept in the customer's own cloud keychain, and so on all their devices. */
      synced: v.boolean(),
      createdAt: v.string(),
      lastUsedAt: v.nullable(v.string()),
    }),
  ),
  recoveryCodes: v.object({ left: v.number(), createdAt: v.nullable(v.string()) }),
});
export type Factors = v.InferOutput<typeof Factors>;

/** After a change. The codes are said when they are made, once, and never again. */
export const FactorsChanged = v.object({
  factors: Factors,
  recoveryCodes: v.nullable(v.array(v.string())),
});
export type FactorsChanged = v.InferOutput<typeof FactorsChanged>;

/** A new key for an app: the client returns `setup` with the first code. */
export const TotpSetup = v.object({ setup: v.string(), key: v.string(), uri: v.string() });
export type TotpSetup = v.InferOutput<typeof TotpSetup>;

export const TotpConfirmation = v.object({ setup: base64url(1_024), code: Code });
export type TotpConfirmation = v.InferOutput<typeof TotpConfirmation>;

const PasskeyName = v.pipe(
  v.string(),
  v.maxLength(PASSKEY_NAME_MAX_CHARACTERS * 4),
  v.check((name) => normalisePasskeyName(name) !== null, 'passkeyName' satisfies RuleCode),
  v.transform((name) => normalisePasskeyName(name) ?? ''),
);

export const NewPasskey = v.object({ name: PasskeyName, response: PasskeyRegistration });
export type NewPasskey = v.InferOutput<typeof NewPasskey>;

export const PasskeyChange = v.object({ name: PasskeyName });
