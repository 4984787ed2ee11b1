// The bounds of a calculator's control, in the unit the control shows: dollars, years, percent.

export type SliderRange = {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** What the calculator starts with. */
  readonly initial: number;
};
