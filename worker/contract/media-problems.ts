// The refusals of uploaded images and videos, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const MEDIA_PROBLEMS = {
  ImageTypeRefused: {
    status: 415,
    title: 'Image type refused',
    detail: 'Only JPEG, PNG, WebP and AVIF images can be uploaded.',
  },
  ImageTooLarge: { status: 413, title: 'Image too large', detail: 'Images can be 10 MiB at most.' },
  ImageDamaged: { status: 422, title: 'Image damaged', detail: 'The image is damaged or incomplete.' },
  ImageDimensions: {
    status: 422,
    title: 'Image dimensions refused',
    detail: 'Images can be 10,000 pixels on each side and 40 million pixels in total at most.',
  },
  ImageAnimated: {
    status: 422,
    title: 'Image animated',
    detail: 'Animated images are not accepted, because visitors could not stop them. Upload a still image.',
  },
  ImageUnsafe: {
    status: 422,
    title: 'Image unsafe',
    detail: 'The file contains more than an image. Save it again with an image editor.',
  },
  ImageInUse: {
    status: 409,
    title: 'Image in use',
    detail: 'The image is on a card. Remove it from its cards first, or hide it.',
  },
  VideoTypeRefused: {
    status: 415,
    title: 'Video type refused',
    detail: 'Only MP4 (H.264, VP9 or AV1) and WebM videos can be uploaded.',
  },
  VideoTooLarge: { status: 413, title: 'Video too large', detail: 'Videos can be 20 MiB at most.' },
  VideoDamaged: {
    status: 422,
    title: 'Video damaged',
    detail: 'The file is damaged or incomplete, or contains more than a video.',
  },
} as const satisfies Record<string, ProblemEntry>;
