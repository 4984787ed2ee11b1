import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import dashboardMessages from '#messages/dashboard.json';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Note } from '../../ui/note.tsx';
import type { PortfolioState } from './live-portfolio.ts';

/** Replaces the portfolio when it could not be loaded. */
export function PortfolioError({ state }: { readonly state: PortfolioState }) {
  const t = useMessages(dashboardMessages.portfolio);
  return (
    <section className="card">
      <ErrorState title={t('error.title')} onRetry={state.retry} retrying={state.retrying}>
        {t('error.text')}
      </ErrorState>
    </section>
  );
}

/** Banner: the data is stale, with its time. */
export function StalePortfolioNote({ state }: { readonly state: PortfolioState }) {
  const t = useMessages(dashboardMessages.portfolio);
  const common = useMessages(commonMessages);
  const f = useFormat();
  return (
    <Note
      tone="warning"
      role="alert"
      title={t('outdated.title')}
      actions={
        <Button size="small" onClick={state.retry} busy={state.retrying}>
          {common('retry')}
        </Button>
      }
    >
      {t('outdated.text', { time: f.dateTime(state.readAt, 'time') })}
    </Note>
  );
}
