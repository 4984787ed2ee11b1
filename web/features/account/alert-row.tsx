import { afterwards } from '../../api/afterwards.ts';
import { usePriceText } from '../../i18n/money-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import commonMessages from '#messages/common.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { useDeleteAlert, useSwitchAlert } from './alerts.ts';
import { percentToGo } from './alert-target.ts';
import { usePriceOf } from './use-price-of.ts';

type AlertState = 'armed' | 'fired' | 'off';
const TONES: Readonly<Record<AlertState, BadgeTone>> = { armed: 'success', fired: 'pending', off: 'neutral' };

type AlertRowProps = {
  readonly alert: Alert;
  /** Called after the deletion. */
  readonly onGone: () => void;
};

export function AlertRow({ alert, onGone }: AlertRowProps) {
  const t = useMessages(alertsMessages);
  const names = useMessages(commonMessages);
  const priceText = usePriceText();
  const showError = useErrorToast();
  const change = useSwitchAlert();
  const remove = useDeleteAlert();
  const { id, metal, direction, isActive } = alert;
  const state: AlertState = isActive ? alert.state : 'off';
  const name = t(`list.${direction}`, {
    metal: names(`metals.${metal}`),
    price: priceText(alert.targetPriceCents),
  });
  const failed = (title: string) => (error: unknown) => showError(title, error, `alert-${id}`);
  const toggle = () =>
    afterwards(change.mutateAsync({ id, isActive: !isActive }), { onError: failed(t('list.notSwitched')) });
  const erase = () =>
    afterwards(remove.mutateAsync({ id }), {
      onSuccess() {
        showToast({ type: 'success', title: t('list.deleted'), message: name });
        onGone();
      },
      onError: failed(t('list.notDeleted')),
    });
  return (
    <li className="alert-row" data-state={state}>
      <MetalDial metal={metal} />
      <div className="alert-what">
        <strong className="alert-name num">{name}</strong>
        <Dates alert={alert} />
      </div>
      <div className="alert-state">
        <Badge tone={TONES[state]}>{t(`list.state.${state}`)}</Badge>
        <Next alert={alert} />
      </div>
      <div className="alert-actions">
        <Button
          size="small"
          aria-label={`${t(isActive ? 'list.disable' : 'list.enable')}: ${name}`}
          busy={change.isPending}
          busyLabel={t(isActive ? 'list.disabling' : 'list.enabling')}
          onClick={toggle}
        >
          {t(isActive ? 'list.disable' : 'list.enable')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={`${t('list.delete')}: ${name}`}
          busy={remove.isPending}
          busyLabel={t('list.deleting')}
          onClick={erase}
        >
          {t('list.delete')}
        </Button>
      </div>
    </li>
  );
}

function Dates({ alert }: { readonly alert: Alert }) {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  return (
    <span className="small quiet">
      {t('list.created', { date: f.dateTime(alert.createdAt, 'dayMonthYear') })}
      {alert.lastFiredAt !== null && (
        <>
          {' · '}
          {t('list.last', { date: f.dateTime(alert.lastFiredAt, 'dayMonthTime') })}
        </>
      )}
    </span>
  );
}

/** The distance to the target, or the price at which the alert is armed again. */
function Next({ alert }: { readonly alert: Alert }) {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  const priceText = usePriceText();
  const price = usePriceOf(alert.metal);
  if (!alert.isActive) return null;
  if (alert.state === 'fired') {
    const back = alert.direction === 'above' ? 'list.rearmAbove' : 'list.rearmBelow';
    return <span className="small quiet num">{t(back, { price: priceText(alert.rearmPriceCents) })}</span>;
  }
  const distance = price === null ? null : percentToGo(alert, price);
  if (distance === null) return null;
  return <span className="small quiet num">{t('list.away', { percent: f.percent(distance, 'none') })}</span>;
}
