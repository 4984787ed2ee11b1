// What the signed-in operator may do, so that no page offers what the server would refuse (P51).

import { createContext, type ReactNode, use } from 'react';
import { type Capability, may, type OperatorFacts } from '../../../../worker/domain/operator-roles.ts';

/** Null until the operator check has answered. */
export const OperatorContext = createContext<OperatorFacts | null>(null);

export function useMay(): (capability: Capability) => boolean {
  const operator = use(OperatorContext);
  return (capability) => operator !== null && may(operator, capability);
}

type AllowedProps = { readonly to: Capability; readonly children: ReactNode };

/** Its children for operators with this capability, and nothing for the others. */
export function Allowed({ to, children }: AllowedProps) {
  return useMay()(to) ? children : null;
}
