// What an uploaded image is, by its bytes alone: JPEG, PNG, WebP or AVIF, complete, of bounded size, not animated, and nothing
// else. A file that is a picture and something else (markup or an archive in its comments or after its end) is refused. Of a
// picture only the picture is kept: its metadata, the place where it was taken first of all, is left out (D55). Unlike the
// first version (A8) an image whose size cannot be read is refused too: such a file is damaged.

import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, type ImageType } from './media.ts';
import { isAvif, readAvif } from './media-bytes/avif.ts';
import { Bytes } from './media-bytes/bytes.ts';
import type { FoundImage, Part } from './media-bytes/findings.ts';
import { hidesSomething, isEmptyAfter } from './media-bytes/hidden.ts';
import { isJpeg, readJpeg } from './media-bytes/jpeg.ts';
import { isPng, readPng } from './media-bytes/png.ts';
import { isWebp, readWebp } from './media-bytes/webp.ts';
import { err, ok, type Result } from './result.ts';

export type ImageFacts = {
  readonly type: ImageType;
  /** As the picture is seen, after it is turned. */
  readonly width: number;
  readonly height: number;
  /** The file without its metadata: what is stored and served. */
  readonly picture: Uint8Array;
};
export type ImageRefusal =
  | 'ImageTypeRefused'
  | 'ImageDamaged'
  | 'ImageDimensions'
  | 'ImageAnimated'
  | 'ImageUnsafe';

type Format = {
  readonly type: ImageType;
  readonly is: (file: Bytes) => boolean;
  readonly read: (file: Bytes) => FoundImage | null;
};

const FORMATS: readonly Format[] = [
  { type: 'image/jpeg', is: isJpeg, read: readJpeg },
  { type: 'image/png', is: isPng, read: readPng },
  { type: 'image/webp', is: isWebp, read: readWebp },
  { type: 'image/avif', is: isAvif, read: readAvif },
];

export function inspectImage(all: Uint8Array): Result<ImageFacts, ImageRefusal> {
  const file = new Bytes(all);
  const format = FORMATS.find(({ is }) => is(file));
  if (format === undefined) return err('ImageTypeRefused');
  const found = format.read(file);
  if (found === null) return err('ImageDamaged');
  const { width, height, animated, end, textZones, picture } = found;
  if (!isEmptyAfter(all, end) || hidesSomething(all, textZones)) return err('ImageUnsafe');
  if (width < 1 || height < 1) return err('ImageDamaged');
  if (Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS)
    return err('ImageDimensions');
  if (animated) return err('ImageAnimated');
  return ok({ type: format.type, width, height, picture: joined(all, picture) });
}

function joined(all: Uint8Array, parts: readonly Part[]): Uint8Array {
  const pieces = parts.map((part) => (part instanceof Uint8Array ? part : all.subarray(part.from, part.to)));
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
