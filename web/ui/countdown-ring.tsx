import { useEffect, useState } from 'react';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/orders.css';

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;
/** From here on the ring takes the warning colour. */
const ENDING_S = 5;
/** The only announced seconds: a screen reader must not read every one. */
const ANNOUNCED_S: ReadonlySet<number> = new Set([10, 5]);

type CountdownRingProps = {
  /** Epoch milliseconds by this machine's clock. */
  readonly endsAt: number;
  readonly totalMs: number;
  /** Called once when it reaches zero. */
  readonly onEnd: () => void;
};

export function CountdownRing({ endsAt, totalMs, onEnd }: CountdownRingProps) {
  const t = useMessages(uiMessages);
  const leftMs = useTimeLeft(endsAt, onEnd);
  const seconds = Math.ceil(leftMs / 1000);
  const share = Math.min(1, leftMs / totalMs);
  return (
    <div className="countdown" data-ending={seconds <= ENDING_S} role="timer">
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
      <span className="countdown-figure" aria-hidden="true">
        {seconds}
        <span className="countdown-unit">{t('secondsUnit')}</span>
      </span>
      <span className="visually-hidden" aria-live="polite">
        {ANNOUNCED_S.has(seconds) ? t.count('secondsLeft', seconds) : ''}
      </span>
    </div>
  );
}

/** Milliseconds left, four times a second; the wall clock decides, so a sleeping tab wakes up right. */
function useTimeLeft(endsAt: number, onEnd: () => void): number {
  const [leftMs, setLeftMs] = useState(() => Math.max(0, endsAt - Date.now()));
  useEffect(() => {
    const read = () => {
      const next = Math.max(0, endsAt - Date.now());
      setLeftMs(next);
      if (next > 0) return;
      clearInterval(timer);
      onEnd();
    };
    const timer = setInterval(read, 250);
    return () => clearInterval(timer);
  }, [endsAt, onEnd]);
  return leftMs;
}
