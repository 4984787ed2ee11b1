// A list of proposals: those that wait for another operator, or the decided ones; which of both is in the address.

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { OperatorProposal } from '../../../../worker/contract/operators/operators.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { presentQuery } from '../../../ui/present-query.ts';

const FILTERS = ['open', 'decided'] as const;
export type ProposalFilter = (typeof FILTERS)[number];

/** The states of a proposed reversal are among them. */
export const PROPOSAL_TONES: Readonly<Record<OperatorProposal['state'], BadgeTone>> = {
  open: 'pending',
  approved: 'success',
  rejected: 'failed',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** `parameter`: its name in the address. The chosen half, and the control that chooses it. */
export function useProposalFilter(
  parameter: string,
  textOf: (name: 'which' | ProposalFilter) => string,
): readonly [ProposalFilter, ReactNode] {
  const [address, setAddress] = useSearchParams();
  const state = FILTERS.find((one) => one === address.get(parameter)) ?? 'open';
  const choose = (next: ProposalFilter) => {
    const changed = presentQuery();
    if (next === 'open') changed.delete(parameter);
    else changed.set(parameter, next);
    setAddress(changed, { replace: true, preventScrollReset: true });
  };
  const options = FILTERS.map((value) => ({ value, label: textOf(value) }));
  return [
    state,
    <SegmentedControl
      key="filter"
      label={textOf('which')}
      value={state}
      onChange={choose}
      options={options}
    />,
  ];
}
