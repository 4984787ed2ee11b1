type ProgressBarProps = {
  /** What is progressing, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value in words: "US$ 640 de US$ 1.000". */
  readonly text: string;
};

export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <div
      className="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
    >
      <svg width="100%" height="6" aria-hidden="true">
        <rect className="progress-bar-fill" width={`${percent}%`} height="6" />
      </svg>
    </div>
  );
}
