// Testimonials are words that an operator edits: what is no list is an empty one, what is
// no testimonial is left out, and a rating stays between its ends.

export const BEST_RATING = 5;

export type Voice = {
  readonly name: string;
  readonly role: string;
  readonly content: string;
  /** Whole spots out of BEST_RATING. */
  readonly rating: number;
};

export function voicesOf(value: unknown): readonly Voice[] {
  return Array.isArray(value) ? value.flatMap(voiceOf) : [];
}

function voiceOf(value: unknown): readonly Voice[] {
  if (typeof value !== 'object' || value === null) return [];
  const { name, role, content, rating } = value as Partial<Record<keyof Voice, unknown>>;
  // Words are texts, a rating too: "4".
  const spots = typeof rating === 'string' && rating.trim() !== '' ? Number(rating) : Number.NaN;
  if (!isText(name) || !isText(content) || Number.isNaN(spots)) return [];
  const bounded = Math.min(BEST_RATING, Math.max(0, Math.round(spots)));
  return [{ name, role: isText(role) ? role : '', content, rating: bounded }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
