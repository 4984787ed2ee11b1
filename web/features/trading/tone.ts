/** Colour repeats what the sign says; zero and the unknown have none. */
export function toneOf(cents: number | null): 'gain' | 'loss' | null {
  if (cents === null || cents === 0) return null;
  return cents > 0 ? 'gain' : 'loss';
}
