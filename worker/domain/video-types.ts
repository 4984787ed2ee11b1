// What an uploaded video is, by its bytes alone: MP4 or WebM, whole, with one picture track that browsers play.

import { VIDEO_MAX_SIDE, type VideoType } from './media.ts';
import { Bytes } from './media-bytes/bytes.ts';
import { type Found, UNPLAYABLE } from './media-bytes/findings.ts';
import { hidesSomething, isEmptyAfter } from './media-bytes/hidden.ts';
import { isMp4, readMp4 } from './media-bytes/mp4.ts';
import { isWebm, readWebm } from './media-bytes/webm.ts';
import { err, ok, type Result } from './result.ts';

export type VideoFacts = { readonly type: VideoType; readonly width: number; readonly height: number };
export type VideoRefusal = 'VideoTypeRefused' | 'VideoDamaged';

type Format = {
  readonly type: VideoType;
  readonly is: (file: Bytes) => boolean;
  readonly read: (file: Bytes) => Found | typeof UNPLAYABLE | null;
};

const FORMATS: readonly Format[] = [
  { type: 'video/mp4', is: isMp4, read: readMp4 },
  { type: 'video/webm', is: isWebm, read: readWebm },
];

export function inspectVideo(all: Uint8Array): Result<VideoFacts, VideoRefusal> {
  const file = new Bytes(all);
  const format = FORMATS.find(({ is }) => is(file));
  if (format === undefined) return err('VideoTypeRefused');
  const found = format.read(file);
  if (found === UNPLAYABLE) return err('VideoTypeRefused');
  if (found === null || !isEmptyAfter(all, found.end) || hidesSomething(all, found.textZones)) {
    return err('VideoDamaged');
  }
  const { width, height } = found;
  if (width < 1 || height < 1 || Math.max(width, height) > VIDEO_MAX_SIDE) return err('VideoDamaged');
  return ok({ type: format.type, width, height });
}
