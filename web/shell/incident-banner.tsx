// What operators tell every visitor, at the top of each page. The Worker writes it into the document, so that it is there at the
// first paint; here it gets its cross. What begins or ends while a page is open moves nothing on it: it is told in a corner,
// and stands at the top, or is gone, from the next page on.

import { useEffect, useLayoutEffect, useState } from 'react';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { INCIDENT_CLOSED_COOKIE } from '../../worker/domain/incident.ts';
import { writeChoiceCookie } from '../api/choice-cookie.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import lateMessages from '#messages/shell-late.json';
import { IconButton } from '../ui/icon-button.tsx';
import { SlotPortal } from '../ui/slot-portal.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MAIN_ID } from './route-focus.tsx';

type Incident = NonNullable<PriceSnapshot['incident']>;
type IncidentBannerProps = { readonly path: string; readonly incident: Incident | null };

/** Of the element that the Worker puts before everything else in the document (worker/routes/page-rewriter.ts). */
const SLOT_ID = 'incident';
const TOLD_MS = 20_000;

export function IncidentBanner({ path, incident }: IncidentBannerProps) {
  const t = useMessages(lateMessages.incident);
  const locale = useLocale();
  const [standing, setStanding] = useState(() => ({ path, incident: isWritten() ? incident : null }));
  if (standing.path !== path) setStanding({ path, incident: isClosed(incident) ? null : incident });
  const shown = standing.incident;
  useLayoutEffect(() => {
    const line = shown === null ? null : slot().firstElementChild;
    // The same text again would be read out again.
    if (line !== null && line.textContent !== shown?.text[locale])
      line.textContent = shown?.text[locale] ?? '';
    const written = document.getElementById(SLOT_ID);
    if (written !== null) written.hidden = shown === null;
  }, [shown, locale]);
  const isNews = incident !== null && incident.id !== shown?.id;
  useEffect(() => {
    if (!isNews || isClosed(incident)) return;
    const title = t('title');
    showToast({ id: SLOT_ID, type: 'warning', title, message: incident.text[locale], duration: TOLD_MS });
    // Told once, whatever else changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [incident?.id]);
  if (shown === null) return null;
  const close = () => {
    remember(shown);
    setStanding({ path, incident: null });
    // The pressed button unmounts: the focus goes to the page.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return (
    <SlotPortal id={SLOT_ID}>
      <IconButton icon="x" label={t('close')} onClick={close} />
    </SlotPortal>
  );
}

/** As the Worker would have written it, where it has not. */
function slot(): HTMLElement {
  const written = document.getElementById(SLOT_ID);
  if (written !== null) return written;
  const made = document.createElement('output');
  made.id = SLOT_ID;
  made.append(document.createElement('span'));
  document.body.prepend(made);
  return made;
}

function isWritten(): boolean {
  return document.getElementById(SLOT_ID)?.hidden === false;
}

function isClosed(incident: Incident | null): boolean {
  return incident !== null && document.cookie.includes(`${INCIDENT_CLOSED_COOKIE}=${incident.id}`);
}

/** A cookie, because the Worker writes the banner: until the browser is closed. */
function remember({ id }: Incident): void {
  writeChoiceCookie(INCIDENT_CLOSED_COOKIE, id);
}
