import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../api/keys.ts';
import { useDisplay } from '../../i18n/display.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { useNow } from '../../live/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../i18n/link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { firstName } from '../../../worker/domain/first-name.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';

/** C4: the manual refresh spins for 2 s. */
const REFRESH_SPIN_MS = 2_000;

type DashboardHeadProps = {
  readonly fullName: string;
  readonly email: string;
  readonly hidden: boolean;
  readonly onToggleHidden: () => void;
  readonly onBuy: () => void;
};

export function DashboardHead({ fullName, email, hidden, onToggleHidden, onBuy }: DashboardHeadProps) {
  const t = useMessages(dashboardMessages);
  const f = useFormat();
  const now = new Date(useNow(MINUTE_MS));
  const { beside } = useDisplay();
  const [refreshing, refresh] = useRefresh();
  const date = f.dateTime(now, 'full');
  const today = date.charAt(0).toLocaleUpperCase(f.locale) + date.slice(1);
  return (
    <header className="dashboard-head">
      <div>
        <h1>{t(`greeting.${partOfDay(now.getHours())}`, { name: greetedAs(fullName, email) })}</h1>
        <p className="small muted">{t(beside === null ? 'today' : 'todayBrl', { date: today })}</p>
      </div>
      <div className="dashboard-controls">
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={hidden ? t('show') : t('hide')}
          aria-pressed={hidden}
          outlined
          onClick={onToggleHidden}
        />
        <IconButton
          icon="refresh"
          label={refreshing ? t('refreshing') : t('refresh')}
          outlined
          busy={refreshing}
          onClick={refresh}
        />
        <IconLink icon="settings" label={t('settings')} to="/profile" />
        <Button variant="primary" onClick={onBuy}>
          {t('buyMetals')}
        </Button>
      </div>
    </header>
  );
}

/** Refetches everything on the page; the icon spins for two seconds. */
function useRefresh(): readonly [refreshing: boolean, refresh: () => void] {
  const client = useQueryClient();
  const [spinning, setSpinning] = useState(false);
  useEffect(() => {
    if (!spinning) return;
    const timer = setTimeout(() => setSpinning(false), REFRESH_SPIN_MS);
    return () => clearTimeout(timer);
  }, [spinning]);
  const refresh = () => {
    setSpinning(true);
    for (const queryKey of [queryKeys.own, queryKeys.prices, queryKeys.priceHistories]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  return [spinning, refresh];
}

// The greeting: by the hour, with the first name as in the e-mails, else with the part of the e-mail before the @ (P40).

type PartOfDay = 'morning' | 'afternoon' | 'evening';

export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

export function greetedAs(fullName: string, email: string): string {
  const at = email.indexOf('@');
  return firstName(fullName) ?? (at > 0 ? email.slice(0, at) : email);
}

type IconLinkProps = {
  readonly icon: IconName;
  /** The accessible name: where the link leads. */
  readonly label: string;
  /** Unprefixed. */
  readonly to: string;
};

/** An outlined `IconButton` that leads somewhere. */
function IconLink({ icon, label, to }: IconLinkProps) {
  return (
    <Link to={to} className="icon-button icon-button-outlined" aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
}
