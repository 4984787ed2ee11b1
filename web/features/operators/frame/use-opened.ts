import { useSearchParams } from 'react-router';
import { presentQuery } from '../../../ui/present-query.ts';
import { type Opening, useOpening } from '../../../ui/use-opening.ts';

/**
 * What a parameter of the address opens, so that Back closes it and a link to it can be sent. `go` opens another one; `go(null)` closes
 * it.
 */
export function useOpened(
  parameter: string,
): readonly [opened: Opening<string> | null, go: (id: string | null) => void] {
  const [address, setAddress] = useSearchParams();
  const shown = address.get(parameter);
  const opened = useOpening(shown, shown);
  const go = (id: string | null) => {
    const next = presentQuery();
    if (id === null) next.delete(parameter);
    else next.set(parameter, id);
    setAddress(next, { replace: id === null, preventScrollReset: true });
  };
  return [opened, go];
}
