// A proof of identity: from the user's answer to the server's request.

import type * as v from 'valibot';
import type { FactorProof, PasskeyOptions, StepUp } from '../../../worker/contract/factors.ts';
import type { StepUpMethod } from '../../../worker/domain/factors.ts';
import { answerWithPasskey } from './passkey-device.ts';

export type Proof = v.InferInput<typeof StepUp>;

/** The form's answer. For a passkey only the method: the device is asked next. */
export type Answer =
  | { readonly method: 'totp' | 'recovery'; readonly code: string }
  | { readonly method: 'password'; readonly password: string }
  | { readonly method: 'passkey' };

export async function proofOf(answer: Answer, options: () => Promise<PasskeyOptions>): Promise<Proof> {
  if (answer.method !== 'passkey') return answer;
  return { method: 'passkey', response: await answerWithPasskey(await options()) };
}

/** A second step takes no password. */
export function isFactorProof(proof: Proof): proof is Exclude<Proof, { method: 'password' }> & FactorProof {
  return proof.method !== 'password';
}

/** The method asked for first: `methods` is sorted by ease. A browser without passkeys starts with a code. */
export function firstMethod(methods: readonly StepUpMethod[], hasPasskeys: boolean): StepUpMethod {
  return methods.find((method) => method !== 'passkey' || hasPasskeys) ?? methods[0] ?? 'password';
}
