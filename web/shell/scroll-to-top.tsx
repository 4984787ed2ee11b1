import { useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { IconButton } from '../ui/icon-button.tsx';
import { MAIN_ID } from './route-focus.tsx';
import { useScrolledPast } from './use-scrolled-past.ts';

/** A2, A9: scroll-to-top 400 px. */
const SHOWN_AFTER_PX = 400;

export function ScrollToTop() {
  const t = useMessages(shellMessages.notices);
  const shown = useScrolledPast(SHOWN_AFTER_PX);
  const rise = () => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
    // The button is about to go; the next Tab begins at the page's beginning.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return shown && <IconButton className="scroll-top" icon="up" label={t('top')} outlined onClick={rise} />;
}
