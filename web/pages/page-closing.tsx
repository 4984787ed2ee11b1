// The last call of a page. A visitor reads the page's own; a customer, who has an account already, a short one.

import type { ReactNode } from 'react';
import { useSession } from '../features/auth/session.ts';
import { businessTerms } from '../i18n/business-terms.ts';
import { Link } from '../i18n/link.tsx';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import tradeLinksMessages from '#messages/trade-links.json';
import { ClosingCall } from '../ui/closing-call.tsx';
import { LinkButton } from '../ui/button.tsx';
import { ticketPath } from '../../worker/domain/ticket-path.ts';
// A customer's way on is in no prerendered page.

type PageClosingProps = {
  readonly title: string;
  readonly text: string;
  /** With its drawing on the pages that sell. */
  readonly plain?: boolean;
  /** Buttons for a visitor. */
  readonly children: ReactNode;
  /** What a customer is led to in place of the ticket. */
  readonly customers?: 'alerts' | 'tools';
};

export function PageClosing({ customers, children, ...visitors }: PageClosingProps) {
  const t = useMessages(tradeLinksMessages);
  const named = businessTerms(useLocale());
  if (useSession().status !== 'in') return <ClosingCall {...visitors}>{children}</ClosingCall>;
  const next = customers ?? 'ticket';
  return (
    <ClosingCall title={t(`next.${next}.title`)} text={t(`next.${next}.text`, named)} plain>
      <LinkButton to={WAYS[next]} variant="inverse" size="large">
        {t(`next.${next}.link`)}
      </LinkButton>
      <Link to="/dashboard" className="closing-link">
        {t('next.dashboard')}
      </Link>
    </ClosingCall>
  );
}

const WAYS = {
  ticket: ticketPath({ side: 'buy', metal: 'gold' }),
  alerts: '/profile/alerts',
  tools: '/tools',
} as const;
