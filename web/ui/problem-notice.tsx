import type { ReactNode } from 'react';
import { accountTerms } from '../i18n/account-terms.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { useWeightText } from '../i18n/weights.ts';
import commonMessages from '#messages/common.json';
import { type Failure, failureOf, problemMessages } from '../i18n/problems.ts';
import { Button, LinkButton } from './button.tsx';
import { Note } from './note.tsx';
import { showToast } from './toast-store.ts';
import { useOnline } from './use-online.ts';

/** Refusals that end by themselves: shown as a warning instead of an error. */
const WAITING: ReadonlySet<string> = new Set([
  'MarketClosed',
  'TradingPaused',
  'OutOfStock',
  'PriceUnavailable',
  'PriceUnsettled',
  'RateUnavailable',
  'TooManyRequests',
  'DepositLimitReached',
  'DepositFailuresReached',
  'WithdrawalLimitReached',
  'PayoutAccountNotReady',
  'PixChargesOpen',
  'PixUnpaid',
  'LevelNeeded',
  'PixNeedsCpf',
  'PayoutNeedsCpf',
  'PasswordsBusy',
  'Unavailable',
]);

/** Refusals of a limit that say more than how long to wait. */
const LIMITED: ReadonlySet<string> = new Set([
  'DepositLimitReached',
  'DepositFailuresReached',
  'WithdrawalLimitReached',
  'PixChargesOpen',
  'PixUnpaid',
  'PasswordsBusy',
]);

type ProblemNoticeProps = {
  /** Anything thrown: a problem, a missing reply, or a bug. */
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** More buttons, for example "sign in again". */
  readonly actions?: ReactNode;
};

/** What happened, what is safe and what to do, in the customer's language. */
export function ProblemNotice({ error, onRetry, retrying = false, actions }: ProblemNoticeProps) {
  const t = useMessages(commonMessages);
  const problems = useMessages(problemMessages);
  const failed = useProblemText()(error);
  const isBack = useOnline() && failed.code === 'Offline';
  const back = useMessages(problemMessages.Offline.back);
  // The page does not go on saying that there is no connection once there is one.
  const text = isBack ? { what: back('what'), next: back('next'), code: failed.code } : failed;
  const waiting = isBack || WAITING.has(failed.code);
  const retry = onRetry !== undefined && (
    <Button size="small" onClick={onRetry} busy={retrying}>
      {t('retry')}
    </Button>
  );
  // Nothing on this page helps whose account is suspended: only a word with us does.
  const write = text.code === 'AccountSuspended' && (
    <LinkButton to="/contact" size="small">
      {problems('writeToUs')}
    </LinkButton>
  );
  const enrol = text.code === 'SecondFactorNeeded' && (
    <LinkButton to="/profile/security" size="small">
      {problems('addFactor')}
    </LinkButton>
  );
  const identify = (text.code === 'LevelNeeded' || text.code === 'PixNeedsCpf') && (
    <LinkButton to="/profile/identity" size="small">
      {problems('openIdentity')}
    </LinkButton>
  );
  const hasActions =
    onRetry !== undefined ||
    actions !== undefined ||
    write !== false ||
    enrol !== false ||
    identify !== false;
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
                {write}
                {enrol}
                {identify}
              </>
            ),
          }
        : {})}
    >
      {text.next}
    </Note>
  );
}

type ProblemText = { readonly code: Failure['code']; readonly what: string; readonly next: string };

/** The same text for other places: a field, a toast. */
export function useProblemText(): (error: unknown) => ProblemText {
  const t = useMessages(problemMessages);
  const f = useFormat();
  const { weightBoth } = useWeightText();
  const named = accountTerms(f.locale);
  return (error) => {
    const failure = failureOf(error);
    const { code, opensAt, retryAfterSeconds } = failure;
    const what = t(`${code}.what`, named);
    if (code === 'MarketClosed' && opensAt !== null) {
      return { code, what, next: t('MarketClosed.nextAt', { opensAt: f.dateTime(opensAt, 'opening') }) };
    }
    const because = failure.pausedReason[f.locale];
    if (code === 'TradingPaused' && because !== undefined) {
      return { code, what, next: t('TradingPaused.nextBecause', { reason: because }) };
    }
    const { stock, sum, withdrawableCents } = failure;
    if (code === 'NotWithdrawable' && withdrawableCents !== null) {
      return {
        code,
        what,
        next: t('NotWithdrawable.atMost', { most: f.money(withdrawableCents, 'USD') }),
      };
    }
    if (code === 'OutOfStock' && stock !== null) {
      const { metal, freeOuncesE4 } = stock;
      const next =
        freeOuncesE4 === 0
          ? t(metal === 'gold' ? 'OutOfStock.noGold' : 'OutOfStock.noSilver')
          : t(`OutOfStock.${metal}`, { weight: weightBoth(freeOuncesE4) });
      return { code, what, next };
    }
    if (code === 'LevelNeeded' && sum !== null) {
      const [limit, used] = [f.money(sum.limitCents, 'USD'), f.money(sum.usedCents, 'USD')];
      const values = { level: sum.level, needed: sum.neededLevel, limit, used };
      return { code, what, next: t(`LevelNeeded.${sum.of}`, values) };
    }
    const next = t(`${code}.next`, named);
    if (retryAfterSeconds !== null && (code === 'TooManyRequests' || LIMITED.has(code))) {
      const minutes = Math.ceil(retryAfterSeconds / 60);
      const wait =
        retryAfterSeconds < 60 ? t.count('waitSeconds', retryAfterSeconds) : t.count('waitMinutes', minutes);
      return { code, what, next: code === 'TooManyRequests' ? wait : `${next} ${wait}` };
    }
    return { code, what, next };
  };
}

/** Shows an error as a toast. `title` names what failed; the text gives the reason and the next step. */
export function useErrorToast(): (title: string, error: unknown, id?: string) => void {
  const textOf = useProblemText();
  return (title, error, id) => {
    const { what, next } = textOf(error);
    showToast({ type: 'error', title, message: `${what} ${next}`, ...(id === undefined ? {} : { id }) });
  };
}
