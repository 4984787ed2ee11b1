// The welcome offer, its terms and the link to sign-up. Loads when it is shown.

import { useEffect, useRef } from 'react';
import { BONUS_OUNCES_E4 } from '../../worker/domain/limits.ts';
import { valueCents } from '../../worker/domain/ounces.ts';
import { accountTerms } from '../i18n/account-terms.ts';
import { useMoneyText } from '../i18n/money-text.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import lateMessages from '#messages/shell-late.json';
import { usePrices } from '../live/live-prices.tsx';
import '../styles/late.css';
import { Button, LinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Engraving } from '../ui/engraving.tsx';
import { Icon } from '../ui/icon.tsx';

const BENEFITS = [
  { name: 'free', icon: 'coin' },
  { name: 'added', icon: 'pie' },
  { name: 'release', icon: 'lock' },
] as const;

type WelcomeDialogProps = {
  readonly open: boolean;
  /** Both buttons, the cross, Escape and the backdrop. */
  readonly onClose: () => void;
};

export function WelcomeDialog({ open, onClose }: WelcomeDialogProps) {
  const t = useMessages(lateMessages.welcome);
  const named = accountTerms(useLocale());
  // The dialog opens by itself: a key meant for the page must not press one of its buttons.
  const content = useRef<HTMLDivElement>(null);
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('title', named)}
        width="narrow"
        flush
        untitled
        initialFocus={content}
      >
        <div ref={content} tabIndex={-1} className="welcome">
          <div className="welcome-band">
            <div className="welcome-art">
              <Engraving inverse />
            </div>
            {/* Screen readers read the dialog's own title. */}
            <p className="welcome-title" aria-hidden="true">
              {t('title', named)}
            </p>
          </div>
          <div className="welcome-body">
            <p>{t('lead', named)}</p>
            <Worth />
            <ul>
              {BENEFITS.map(({ name, icon }) => (
                <li key={name}>
                  <Icon name={icon} />
                  <div>
                    <strong>{t(`benefits.${name}.title`, named)}</strong>
                    <p>{t(`benefits.${name}.text`, named)}</p>
                  </div>
                </li>
              ))}
            </ul>
            <div className="welcome-actions">
              <LinkButton to="/signup" variant="primary" size="large" full onClick={onClose}>
                {t('open')}
              </LinkButton>
              <Button variant="plain" full onClick={onClose}>
                {t('later')}
              </Button>
            </div>
          </div>
        </div>
      </Dialog>
      {open && <Confetti />}
    </>
  );
}

/** The value of the silver at the live price; nothing without one. */
function Worth() {
  const t = useMessages(lateMessages.welcome);
  const money = useMoneyText();
  const silver = usePrices().data?.prices.find(({ metal }) => metal === 'silver');
  if (silver === undefined) return null;
  return (
    <p className="welcome-worth num">
      {t('worth', { amount: money(valueCents(BONUS_OUNCES_E4, silver.priceCents)) })}
    </p>
  );
}

function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : celebrate(canvas.current)), []);
  return <canvas ref={canvas} className="confetti" aria-hidden="true" />;
}

const CONFETTI_PIECES = 25;
const CONFETTI_MS = 4_000;

const FRAMES_PER_MS = 60 / 1_000;
const TONES = ['--accent', '--ag', '--accent-ui', '--line-strong'] as const;

/**
 * The confetti of the offer (C2, C9). The library loads on demand, and never for a user who prefers reduced motion. It
 * draws on the main thread: the content security policy allows no worker from a blob. The returned function ends it.
 */
function celebrate(canvas: HTMLCanvasElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  let end = () => {
    ended = true;
  };
  let ended = false;
  const run = async () => {
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
  void run().catch(() => undefined);
  return () => end();
}
