// What the page knows about a file before it is sent, to save the user an upload. The server decides by the file's bytes.

import { type ProblemCode, PROBLEMS } from '../../../../worker/contract/problems.ts';
import {
  FILENAME_MAX_CHARACTERS,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  VIDEO_MAX_BYTES,
  VIDEO_TYPES,
} from '../../../../worker/domain/media.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';

type NamedFile = Pick<File, 'name' | 'type' | 'size'>;

type Kind = {
  readonly family: string;
  /** For systems that give no type to the newer formats. */
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

/** For a file picker's `accept`. */
export const accepted = (kind: FileKind): string => KINDS[kind].types.join(',');

/** Files of another kind are left out (A5). */
export function isOfKind(kind: FileKind, { name, type }: NamedFile): boolean {
  return type === '' ? KINDS[kind].named.test(name) : type.startsWith(KINDS[kind].family);
}

/** The refusal that the server would certainly answer. */
export function refusalOf(kind: FileKind, { type, size }: NamedFile): ProblemError | null {
  const { types, mostBytes, refusals }: Kind = KINDS[kind];
  if (type !== '' && !types.includes(type)) return problem(refusals.type);
  if (size === 0) return problem(refusals.empty);
  return size > mostBytes ? problem(refusals.size) : null;
}

/** A refusal of the file itself repeats; any other failure may not. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ProblemError) || ![409, 413, 415, 422].includes(error.status);
}

/** Cuts a long name at its beginning, because its end is the most specific; characters are not split. */
export function sentName({ name }: Pick<File, 'name'>): string {
  let kept = '';
  for (const character of [...name.trim()].toReversed()) {
    if (kept.length + character.length > FILENAME_MAX_CHARACTERS) break;
    kept = character + kept;
  }
  return kept.trim() || 'file';
}

function problem(code: ProblemCode): ProblemError {
  const entry = PROBLEMS[code];
  return new ProblemError({ type: 'about:blank', code, ...entry }, entry.status);
}

/** A file's facts as text: sizes in KB with one decimal (A2), and in pixels. */
export function useFileFacts() {
  const t = useMessages(operatorsImagesMessages.images);
  const f = useFormat();
  return {
    /** Only an empty file reads as 0. */
    kilobytes: (bytes: number) =>
      t('kilobytes', { size: f.decimal(bytes === 0 ? 0 : Math.max(bytes / 1024, 0.1), 1) }),
    pixels: ({ width, height }: { readonly width: number; readonly height: number }) =>
      t('pixels', { width: f.integer(width), height: f.integer(height) }),
    /** Without the server's prefix, a time in milliseconds. */
    name: ({ filename }: { readonly filename: string }) => filename.replace(/^\d{13}-(?=.)/u, ''),
    share: (share: number) => f.percentRound(Math.floor(share * 100)),
  };
}
