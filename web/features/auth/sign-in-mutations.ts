import { useMutation } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import type { SignIn, SignUp } from '../../../worker/contract/accounts.ts';
import { SignInReply } from '../../../worker/contract/factors.ts';
import { SignedIn } from '../../../worker/contract/sessions.ts';

export type SignInBody = v.InferInput<typeof SignIn>;
export type SignUpBody = v.InferInput<typeof SignUp>;

export function useSignIn() {
  return useMutation({
    mutationFn: (json: SignInBody) => receive(SignInReply, api.auth['sign-in'].$post({ json })),
  });
}

export function useSignUp() {
  return useMutation({
    mutationFn: (json: SignUpBody) => receive(SignedIn, api.auth['sign-up'].$post({ json })),
  });
}
