// What the readers of each format say about a file.

/** Segments or chunks of an image, descriptions in a video: far more than any has, and what is kept of each fits into a Worker's memory. */
export const PARTS_MAX = 16_384;

/** `from` up to, not including, `to`: where the format allows any text (comments, descriptions, unknown parts). */
export type Zone = { readonly from: number; readonly to: number };

export type Found = {
  readonly width: number;
  readonly height: number;
  /** Where the format itself ends. Anything after it is not part of the picture. */
  readonly end: number;
  readonly textZones: readonly Zone[];
};

/** A stretch of the file as it is, or bytes in its place. */
export type Part = Zone | Uint8Array;

export type FoundImage = Found & {
  readonly animated: boolean;
  /**
   * The picture without its metadata, in order: what decodes the pixels, their colours and how the picture is turned. The
   * list of what stays is closed: any other part (place, camera, author, comment, thumbnail, unknown) is left out.
   */
  readonly picture: readonly Part[];
};

/** A whole file of a kind we take, in a codec that browsers do not play. */
export const UNPLAYABLE = 'unplayable';
