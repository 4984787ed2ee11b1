import '../styles/parts.css';

type ProgressBarProps = {
  /** The accessible name. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value as text: "US$ 640 de US$ 1.000". */
  readonly text: string;
};

export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <progress
      className="progress-bar"
      aria-label={label}
      aria-valuetext={text}
      max={max}
      value={Math.min(value, max)}
    />
  );
}
