// The frame of the operators' pages: on a desk a rail at the left, which can be made narrow; on a phone a bar at the top,
// whose menu holds the pages. What waits and the state of the price feed are always in sight.

import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { adminPageLeadsTo } from '../../../../worker/domain/admin-pages.ts';
import type { OperatorFacts } from '../../../../worker/domain/operator-roles.ts';
import { Link } from '../../../i18n/link.tsx';
import { withoutLocale } from '../../../i18n/locale.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useRail } from './device-choices.ts';
import { EnvironmentLabel } from './environment-label.tsx';
import { FeedStateLink } from './feed-state.tsx';
import { useWaitingNotes } from './waiting-notes.ts';
import '../../../styles/operators.css';

/** A desk that has no room for words beside a table. Below it is the phone's bar. */
const NARROW_DESK = '(1000px <= width < 1120px)';

type RailProps = {
  readonly visitor: OperatorFacts;
  /** The mark: it leads to the first page of the area, not to the shop. */
  readonly brand: ReactNode;
  /** Notices, appearance, language and account. */
  readonly tools: ReactNode;
  /** Opens the phone's menu. */
  readonly onOpenMenu: () => void;
};

export function Rail({ visitor, brand, tools, onOpenMenu }: RailProps) {
  const t = useMessages(operatorsMessages.frame);
  const [isChosen, toggle] = useRail();
  const isNarrowDesk = useMedia(NARROW_DESK);
  const isClosed = isChosen || isNarrowDesk;
  return (
    <header className="rail" data-closed={isClosed || undefined}>
      <div className="rail-top">
        <span className="rail-menu">
          <IconButton icon="menu" label={t('menu')} aria-haspopup="dialog" onClick={onOpenMenu} />
        </span>
        {brand}
        {!isNarrowDesk && (
          <span className="rail-toggle">
            <IconButton
              icon={isClosed ? 'arrow' : 'previous'}
              label={t(isClosed ? 'railOpen' : 'railClose')}
              aria-expanded={!isClosed}
              onClick={toggle}
            />
          </span>
        )}
      </div>
      <EnvironmentLabel />
      <nav className="rail-nav" aria-label={t('nav')}>
        <RailLinks visitor={visitor} />
      </nav>
      <div className="rail-foot">
        <FeedStateLink />
        <div className="rail-tools">{tools}</div>
      </div>
    </header>
  );
}

const PAGES = [
  { name: 'today', to: '/admin/today', icon: 'home' },
  { name: 'customers', to: '/admin', icon: 'user' },
  { name: 'identities', to: '/admin/identities', icon: 'check' },
  { name: 'images', to: '/admin/images', icon: 'eye' },
  { name: 'submissions', to: '/admin/submissions', icon: 'write' },
  { name: 'contacts', to: '/admin/contacts', icon: 'chat' },
  { name: 'feed', to: '/admin/feed', icon: 'coin' },
  { name: 'figures', to: '/admin/figures', icon: 'clock' },
  { name: 'incident', to: '/admin/incident', icon: 'info' },
  { name: 'withdrawals', to: '/admin/withdrawals', icon: 'arrow' },
  { name: 'deposits', to: '/admin/deposits', icon: 'deposit' },
  { name: 'ledger', to: '/admin/ledger', icon: 'table' },
  { name: 'tariff', to: '/admin/tariff', icon: 'clock' },
  { name: 'closes', to: '/admin/closes', icon: 'clock' },
  { name: 'bars', to: '/admin/bars', icon: 'deposit' },
  { name: 'treasury', to: '/admin/treasury', icon: 'coin' },
  { name: 'reconciliation', to: '/admin/reconciliation', icon: 'turn' },
  { name: 'mail', to: '/admin/mail', icon: 'mail' },
  { name: 'audit', to: '/admin/audit', icon: 'lock' },
  { name: 'operators', to: '/admin/operators', icon: 'settings' },
] as const satisfies readonly { readonly name: string; readonly to: string; readonly icon: IconName }[];

/** A customer's page belongs to the list of customers. */
const pageOf = (path: string): string => (path === '/admin/customer' ? '/admin' : path);

type RailLinksProps = { readonly visitor: OperatorFacts; readonly onFollow?: () => void };

/** The pages that this operator may open, with the work that waits there. */
export function RailLinks({ visitor, onFollow }: RailLinksProps) {
  const t = useMessages(operatorsMessages.frame);
  const current = pageOf(withoutLocale(useLocation().pathname));
  const waiting = useWaitingNotes();
  return PAGES.filter(({ to }) => adminPageLeadsTo(to, visitor) === null).map(({ name, to, icon }) => {
    const note = waiting[name];
    return (
      <Link
        key={to}
        to={to}
        className="rail-link"
        title={t(`tabs.${name}`)}
        aria-current={current === to ? 'page' : undefined}
        onClick={onFollow}
      >
        <Icon name={icon} />
        <span className="rail-word">{t(`tabs.${name}`)}</span>
        {note !== undefined && (
          <>
            <span className="rail-count num" aria-hidden="true" title={note.text}>
              {note.count}
            </span>
            <span className="visually-hidden">{note.text}</span>
          </>
        )}
      </Link>
    );
  });
}
