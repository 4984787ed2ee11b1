// What the page can say of a file before it is sent: a courtesy. What counts is what the server reads in its bytes.

import { PROBLEMS, type ProblemCode } from '../../../../worker/contract/problems.ts';
import {
  FILENAME_MAX_CHARACTERS,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  VIDEO_MAX_BYTES,
  VIDEO_TYPES,
} from '../../../../worker/domain/media.ts';
import { ProblemError } from '../../../api/problem-error.ts';

type NamedFile = Pick<File, 'name' | 'type' | 'size'>;

type Kind = {
  readonly family: string;
  /** Some systems do not know the type of the newer formats: then the name's ending speaks. */
  readonly named: RegExp;
  readonly types: readonly string[];
  readonly mostBytes: number;
  readonly refusals: Readonly<Record<'type' | 'size' | 'empty', ProblemCode>>;
};

const KINDS = {
  image: {
    family: 'image/',
    named: /\.(?:jpe?g|png|webp|avif)$/iu,
    types: IMAGE_TYPES,
    mostBytes: IMAGE_MAX_BYTES,
    refusals: { type: 'ImageTypeRefused', size: 'ImageTooLarge', empty: 'ImageDamaged' },
  },
  video: {
    family: 'video/',
    named: /\.(?:mp4|webm)$/iu,
    types: VIDEO_TYPES,
    mostBytes: VIDEO_MAX_BYTES,
    refusals: { type: 'VideoTypeRefused', size: 'VideoTooLarge', empty: 'VideoDamaged' },
  },
} as const satisfies Record<string, Kind>;
export type FileKind = keyof typeof KINDS;

/** What a file picker offers. */
export const accepted = (kind: FileKind): string => KINDS[kind].types.join(',');

/** Only files of the kind are taken; anything else is left out (Account spec, section 5). */
export function isOfKind(kind: FileKind, { name, type }: NamedFile): boolean {
  return type === '' ? KINDS[kind].named.test(name) : type.startsWith(KINDS[kind].family);
}

/** The server's own refusal, where it is certain: such a file need not be sent. */
export function refusalOf(kind: FileKind, { type, size }: NamedFile): ProblemError | null {
  const { types, mostBytes, refusals }: Kind = KINDS[kind];
  if (type !== '' && !types.includes(type)) return problem(refusals.type);
  if (size === 0) return problem(refusals.empty);
  return size > mostBytes ? problem(refusals.size) : null;
}

/** The same bytes meet the same refusal again; anything else may have been the moment. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ProblemError) || ![409, 413, 415, 422].includes(error.status);
}

/** A long name keeps its end, which says the most; characters are not cut in two. */
export function sentName({ name }: Pick<File, 'name'>): string {
  let kept = '';
  for (const character of [...name.trim()].toReversed()) {
    if (kept.length + character.length > FILENAME_MAX_CHARACTERS) break;
    kept = character + kept;
  }
  return kept.trim() || 'file';
}

function problem(code: ProblemCode): ProblemError {
  const { status, detail } = PROBLEMS[code];
  return new ProblemError({
    code,
    status,
    detail,
    errors: [],
    retryAfter: null,
    opensAt: null,
    requestId: null,
  });
}
