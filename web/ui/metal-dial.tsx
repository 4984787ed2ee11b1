import { classes } from './classes.ts';

const SYMBOLS = { gold: 'Au', silver: 'Ag', platinum: 'Pt', palladium: 'Pd' } as const;

/** A brushed dial with the metal's symbol. Decorative: the name is beside it. */
export function MetalDial({
  metal,
  size,
}: {
  readonly metal: keyof typeof SYMBOLS;
  readonly size?: 'small' | 'large';
}) {
  return (
    <span
      className={classes('dial', `dial-${metal}`, size !== undefined && `dial-${size}`)}
      aria-hidden="true"
    >
      {SYMBOLS[metal]}
    </span>
  );
}
