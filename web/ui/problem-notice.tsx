import type { ReactNode } from 'react';
import { accountTerms } from '../i18n/account-terms.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { type Trouble, troubleOf, troubleMessages } from '../i18n/troubles.ts';
import { Button } from './button.tsx';
import { Note } from './note.tsx';

/** Refusals that end by themselves: a clock instead of an alarm. */
const WAITING: ReadonlySet<string> = new Set([
  'MarketClosed',
  'TradingPaused',
  'PriceUnavailable',
  'TooManyRequests',
  'Unavailable',
]);

type ProblemNoticeProps = {
  /** Whatever was thrown: a problem, silence from the network, or a bug. */
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** More buttons, for example "sign in again". */
  readonly actions?: ReactNode;
};

/** What happened, what is safe and what to do, in the customer's language. */
export function ProblemNotice({ error, onRetry, retrying = false, actions }: ProblemNoticeProps) {
  const t = useMessages(commonMessages);
  const text = useTroubleText()(error);
  const waiting = WAITING.has(text.code);
  const retry = onRetry !== undefined && (
    <Button size="small" onClick={onRetry} busy={retrying}>
      {t('retry')}
    </Button>
  );
  const hasActions = onRetry !== undefined || actions !== undefined;
  return (
    <Note
      tone={waiting ? 'warning' : 'error'}
      title={text.what}
      role="alert"
      {...(hasActions
        ? {
            actions: (
              <>
                {retry}
                {actions}
              </>
            ),
          }
        : {})}
    >
      {text.next}
    </Note>
  );
}

type TroubleText = { readonly code: Trouble['code']; readonly what: string; readonly next: string };

/** The same words for other places: a field, a toast. */
export function useTroubleText(): (error: unknown) => TroubleText {
  const t = useMessages(troubleMessages);
  const f = useFormat();
  const named = accountTerms(f.locale);
  return (error) => {
    const trouble = troubleOf(error);
    const { code, opensAt, retryAfter } = trouble;
    const what = t(`${code}.what`, named);
    if (code === 'MarketClosed' && opensAt !== null) {
      return { code, what, next: t('MarketClosed.nextAt', { opensAt: f.dateTime(opensAt, 'opening') }) };
    }
    const because = trouble.pausedReason[f.locale];
    if (code === 'TradingPaused' && because !== undefined) {
      return { code, what, next: t('TradingPaused.nextBecause', { reason: because }) };
    }
    if (code === 'TooManyRequests' && retryAfter !== null) {
      const minutes = Math.ceil(retryAfter / 60);
      const next = retryAfter < 60 ? t.count('waitSeconds', retryAfter) : t.count('waitMinutes', minutes);
      return { code, what, next };
    }
    return { code, what, next: t(`${code}.next`, named) };
  };
}
