// Where a page of a list goes on: after a row, by time and id. The reader hands it back as it came.

export type Place = { readonly at: number; readonly id: string };

export const placeText = ({ at, id }: Place): string => `${at}.${id}`;

/** Null: no list of ours ever said this. */
export function readPlace(text: string): Place | null {
  const match = /^(\d{1,15})\.([A-Za-z0-9:_-]{1,150})$/u.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { at: Number(match[1]), id: match[2] };
}
