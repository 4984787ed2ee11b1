import { useEffect, useState } from 'react';
import ordersMessages from '#messages/orders.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/orders.css';

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;
/** From here on the ring takes the warning colour: of a quote, and of what is held for minutes. */
const ENDING_S = { seconds: 5, minutes: 60 } as const;
/** The only announced seconds: a screen reader must not read every one. */
const ANNOUNCED_S: ReadonlySet<number> = new Set([300, 60, 10, 5]);

type CountdownRingProps = {
  /** Epoch milliseconds by this machine's clock. */
  readonly endsAt: number;
  readonly totalMs: number;
  /** Called once when it reaches zero. */
  readonly onEnd: () => void;
};

export function CountdownRing({ endsAt, totalMs, onEnd }: CountdownRingProps) {
  const t = useMessages(ordersMessages.ring);
  const leftMs = useTimeLeft(endsAt, onEnd);
  const announced = (left: number) =>
    left < 60 ? t.count('secondsLeft', left) : t.count('minutesLeft', left / 60);
  const seconds = Math.ceil(leftMs / 1000);
  const share = Math.min(1, leftMs / totalMs);
  const unit = totalMs > 60_000 ? 'minutes' : 'seconds';
  return (
    <div className="countdown" data-ending={seconds <= ENDING_S[unit]} role="timer">
      <svg viewBox="0 0 72 72" aria-hidden="true">
        <circle className="countdown-track" cx="36" cy="36" r={RADIUS} />
        <circle
          className="countdown-hand"
          cx="36"
          cy="36"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      <span className="countdown-figure" data-unit={unit} aria-hidden="true">
        {unit === 'minutes' ? inMinutes(seconds) : seconds}
        <span className="countdown-unit">{t(`${unit}Unit`)}</span>
      </span>
      <span className="visually-hidden" aria-live="polite">
        {ANNOUNCED_S.has(seconds) && announced(seconds)}
      </span>
    </div>
  );
}

/** `14:32`. */
function inMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Milliseconds left, four times a second and at the end itself; the wall clock decides, so a sleeping tab wakes up right. */
function useTimeLeft(endsAt: number, onEnd: () => void): number {
  const [leftMs, setLeftMs] = useState(() => Math.max(0, endsAt - Date.now()));
  useEffect(() => {
    const wait = () => setTimeout(read, Math.min(250, Math.max(0, endsAt - Date.now())));
    const read = () => {
      const next = Math.max(0, endsAt - Date.now());
      setLeftMs(next);
      if (next === 0) onEnd();
      else timer = wait();
    };
    let timer = wait();
    return () => clearTimeout(timer);
  }, [endsAt, onEnd]);
  return leftMs;
}
