// The confetti of the welcome offer (C2, C9). The library loads only then, and never for a user who
// prefers reduced motion.

export const CONFETTI_PIECES = 25;
export const CONFETTI_MS = 4_000;

const FRAMES_PER_MS = 60 / 1_000;
const TONES = ['--accent', '--ag', '--accent-ui', '--line-strong'] as const;

/** Draws on the main thread: the content policy allows no worker from a blob. The returned function ends it. */
export function celebrate(canvas: HTMLCanvasElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  let end = () => {
    ended = true;
  };
  let ended = false;
  const rain = async () => {
    const { default: confetti } = await import('canvas-confetti');
    if (ended) return;
    const style = getComputedStyle(document.documentElement);
    const fire = confetti.create(canvas, { resize: true, useWorker: false });
    void fire({
      particleCount: CONFETTI_PIECES,
      ticks: CONFETTI_MS * FRAMES_PER_MS,
      colors: TONES.map((tone) => style.getPropertyValue(tone).trim()),
      spread: 100,
      startVelocity: 36,
      gravity: 0.7,
      scalar: 0.9,
      origin: { x: 0.5, y: 0.4 },
    });
    const timer = setTimeout(() => end(), CONFETTI_MS);
    end = () => {
      ended = true;
      clearTimeout(timer);
      fire.reset();
    };
  };
  void rain().catch(() => undefined);
  return () => end();
}
