// A proof of who the customer is, from what was typed or pressed to what the server takes.

import type * as v from 'valibot';
import type { FactorProof, PasskeyOptions, StepUp } from '../../../worker/contract/factors.ts';
import type { StepUpMethod } from '../../../worker/domain/factors.ts';
import { answerWithPasskey } from './passkey-device.ts';

export type Proof = v.InferInput<typeof StepUp>;

/** What the form hands on: for a passkey only the wish, since the device has still to be asked. */
export type Answer =
  | { readonly method: 'totp' | 'recovery'; readonly code: string }
  | { readonly method: 'password'; readonly password: string }
  | { readonly method: 'passkey' };

export async function proofOf(answer: Answer, options: () => Promise<PasskeyOptions>): Promise<Proof> {
  if (answer.method !== 'passkey') return answer;
  return { method: 'passkey', response: await answerWithPasskey(await options()) };
}

/** The same without a password: what a second step takes. */
export function isFactorProof(proof: Proof): proof is Exclude<Proof, { method: 'password' }> & FactorProof {
  return proof.method !== 'password';
}

/** What is asked for first: the easiest of the ways there are. A browser without passkeys starts with a code. */
export function firstMethod(methods: readonly StepUpMethod[], hasPasskeys: boolean): StepUpMethod {
  return methods.find((method) => method !== 'passkey' || hasPasskeys) ?? methods[0] ?? 'password';
}
