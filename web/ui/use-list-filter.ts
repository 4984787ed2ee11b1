// The filter of a list: a search and some choices. With an `address` (React Router's `useSearchParams()`) the filter is
// in the URL, beside what others keep there, so that Back finds the same list and a link to it can be sent.

import { type ChangeEvent, useEffect, useState } from 'react';
import { presentQuery } from './present-query.ts';

const SEARCH_REST_MS = 300;

/** The values of each choice; the first does not filter. A single one: the others come from the server, so any is taken. */
type Choices = Readonly<Record<string, readonly [string, ...string[]]>>;
type Chosen<C extends Choices> = { readonly [Name in keyof C]: C[Name][number] };

type SetAddress = (
  next: URLSearchParams,
  options: { readonly replace: boolean; readonly preventScrollReset: boolean },
) => void;

type ListFilterOptions<C extends Choices> = {
  readonly choices: C;
  /** The limit of the search; a longer text is cut. */
  readonly maxCharacters: number;
  readonly address?: readonly [URLSearchParams, SetAddress];
  /** The search in the URL, where it is not `search`. */
  readonly searchName?: string;
};

export function useListFilter<const C extends Choices>(options: ListFilterOptions<C>) {
  const { choices, maxCharacters, address, searchName = 'search' } = options;
  const [typed, setTyped] = useState(() => (address?.[0].get(searchName) ?? '').slice(0, maxCharacters));
  const [chosen, setChosen] = useState(() => chosenIn(choices, address?.[0]));
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  const given = new URLSearchParams([
    ...(search === '' ? [] : [[searchName, search]]),
    ...givenIn(choices, chosen),
  ]);
  const wanted = given.toString();
  useEffect(() => {
    if (address === undefined) return;
    const next = withFilter(presentQuery(), [searchName, ...Object.keys(choices)], given);
    // A navigation to the same address would only add work.
    if (next !== null) address[1](next, { replace: true, preventScrollReset: true });
    // The setter is a new function after each navigation; only the wanted filter matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
  const choose = <Name extends keyof C>(name: Name, value: C[Name][number]) =>
    setChosen((before) => ({ ...before, [name]: value }));
  return {
    search,
    chosen,
    isFiltered: wanted !== '',
    setTyped,
    choose,
    clear() {
      setTyped('');
      setChosen(chosenIn(choices, undefined));
    },
    /** For a `SearchInput`. */
    searchProps: {
      value: typed,
      maxLength: maxCharacters,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    },
    /** For a `FilterSelect`. */
    selectProps: <Name extends keyof C>(name: Name) => ({
      value: chosen[name],
      onChange: (value: C[Name][number]) => choose(name, value),
    }),
  };
}

function chosenIn<C extends Choices>(choices: C, address: URLSearchParams | undefined): Chosen<C> {
  const entries = Object.entries(choices).map(([name, values]) => {
    const asked = address?.get(name);
    const isOpen = values.length === 1;
    return [name, (isOpen ? asked : values.find((value) => value === asked)) ?? values[0]];
  });
  return Object.fromEntries(entries) as Chosen<C>;
}

/** The choices that filter. */
function givenIn<C extends Choices>(choices: C, chosen: Chosen<C>): string[][] {
  return Object.entries(choices).flatMap(([name, [first]]) => {
    const value = chosen[name];
    return value === undefined || value === first ? [] : [[name, value]];
  });
}

/** The address with this filter in place of its last one; null where nothing changes. `own`: the names that are the filter's. */
export function withFilter(
  address: URLSearchParams,
  own: readonly string[],
  given: URLSearchParams,
): URLSearchParams | null {
  if (own.every((name) => address.get(name) === given.get(name))) return null;
  const others = [...address].filter(([name]) => !own.includes(name));
  return new URLSearchParams([...others, ...given]);
}

/** `value` once it has not changed for `ms`, so that a search is not sent for each letter. */
function useDebounced<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
