// Account, My data: closing the account. What is in the way, each with its button; what goes, what stays, until when, why and
// who sees it; and the request, which can be taken back for seven days.

import { isUnread } from '../../ui/unread.ts';
import { useState } from 'react';
import { afterwards } from '../../api/afterwards.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { ClosingState } from '../../../worker/contract/my-data.ts';
import { useCloseAccount, useClosing } from './my-data.ts';
import '../../styles/account.css';

/** Each always on the list, done or not, and where it is settled. */
const STEPS = [
  { name: 'metal', to: '/dashboard' },
  { name: 'cash', to: '/dashboard' },
  { name: 'pending-deposit', to: '/dashboard' },
  { name: 'open-withdrawal', to: '/dashboard' },
  { name: 'open-reversal', to: '/contact' },
] as const;

type ClosingCardProps = { readonly onWithdrawAll: () => void };

export function ClosingCard({ onWithdrawAll }: ClosingCardProps) {
  const t = useMessages(myDataMessages.closing);
  const unread = useMessages(myDataMessages.unread);
  const query = useClosing();
  const state = query.data;
  return (
    <Card title={t('title')} padded aria-busy={query.isPending}>
      <div className="stack">
        <p className="safety-text">{t('text')}</p>
        {isUnread(query) && (
          <ErrorState
            title={unread('title')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {unread('text')}
          </ErrorState>
        )}
        {state !== undefined && <Closing state={state} onWithdrawAll={onWithdrawAll} />}
      </div>
    </Card>
  );
}

type ClosingProps = ClosingCardProps & { readonly state: ClosingState };

function Closing({ state, onWithdrawAll }: ClosingProps) {
  const t = useMessages(myDataMessages.closing);
  const f = useFormat();
  const [waives, setWaives] = useState(false);
  const [open, setOpen] = useState(false);
  const { cashCents, heldBonusE4, last, mayWaive, obstacles, unanswered } = state;
  const hasCents = mayWaive && cashCents > 0;
  const ready = obstacles.length === 0 && (!hasCents || waives);
  return (
    <>
      {last !== null && (
        <Note tone="info">{t(`last.${last.because}`, { time: f.dateTime(last.at, 'minute') })}</Note>
      )}
      <Checklist state={state} onWithdrawAll={onWithdrawAll} />
      {hasCents && (
        <Checkbox
          label={t('waive', { cash: f.money(cashCents) })}
          checked={waives}
          onChange={(event) => setWaives(event.target.checked)}
        />
      )}
      {heldBonusE4 > 0 && <p className="small">{t('bonus', { weight: f.weight(heldBonusE4) })}</p>}
      {unanswered > 0 && <Note tone="warning">{t.count('unanswered', unanswered)}</Note>}
      <h3 className="safety-name">{t('goes.title')}</h3>
      <p className="small">{t('goes.text')}</p>
      <h3 className="safety-name">{t('stays.title')}</h3>
      <ul className="closing-stays small">
        <li>{t('stays.register')}</li>
        <li>{t('stays.identity', { years: f.integer(state.keepYears) })}</li>
        <li>{t('stays.log')}</li>
        <li>{t('stays.again')}</li>
      </ul>
      <Button variant="danger" className="safety-start" disabled={!ready} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <CloseDialog open={open} waivedCents={hasCents ? cashCents : 0} onClose={() => setOpen(false)} />
    </>
  );
}

function Checklist({ state, onWithdrawAll }: ClosingProps) {
  const t = useMessages(myDataMessages.closing);
  const f = useFormat();
  const { obstacles, cashCents } = state;
  const cash = f.money(cashCents);
  const hasCash = cashCents > 0;
  return (
    <ul className="closing-list">
      {(['operator', 'open-reais', 'debt'] as const)
        .filter((name) => obstacles.includes(name))
        .map((name) => (
          <li key={name} data-open>
            <Icon name="alert" />
            <p>{t(`list.${name}.open`)}</p>
          </li>
        ))}
      {STEPS.map(({ name, to }) => {
        const isOpen = obstacles.includes(name) || (name === 'cash' && hasCash);
        return (
          <li key={name} data-open={isOpen || undefined}>
            <Icon name={isOpen ? 'alert' : 'check'} />
            <div>
              <p>{t(`list.${name}.${isOpen ? 'open' : 'done'}`, { cash })}</p>
              {name === 'cash' && isOpen && <WhyCash state={state} />}
            </div>
            {isOpen && name === 'cash' && canWithdraw(state) && (
              <Button size="small" onClick={onWithdrawAll}>
                {t('list.cash.action')}
              </Button>
            )}
            {isOpen && name !== 'cash' && (
              <LinkButton to={to} size="small">
                {t(`list.${name}.action`)}
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is less is given up. */
const canWithdraw = ({ withdrawableCents, waivedBelowCents }: ClosingState): boolean =>
  withdrawableCents >= waivedBelowCents;

/** How the cash leaves, and why some of it has to wait. */
function WhyCash({ state }: { readonly state: ClosingState }) {
  const t = useMessages(myDataMessages.closing);
  const f = useFormat();
  const { maturesAt, owedCents, debtCents, isByWireAlone, waivedBelowCents } = state;
  return (
    <>
      <p className="small quiet">
        {t(isByWireAlone ? 'list.cash.whyByWire' : 'list.cash.why', { limit: f.money(waivedBelowCents) })}
      </p>
      {maturesAt !== null && (
        <p className="small quiet">{t('list.cash.immature', { time: f.dateTime(maturesAt, 'minute') })}</p>
      )}
      {owedCents > 0 && <p className="small quiet">{t('list.cash.owed', { owed: f.money(owedCents) })}</p>}
      {debtCents > 0 && <p className="small quiet">{t('list.cash.debt', { debt: f.money(debtCents) })}</p>}
    </>
  );
}

type CloseDialogProps = {
  readonly open: boolean;
  readonly waivedCents: number;
  readonly onClose: () => void;
};

function CloseDialog({ open, waivedCents, onClose }: CloseDialogProps) {
  const t = useMessages(myDataMessages.closing);
  const f = useFormat();
  const close = useCloseAccount();
  const run = () =>
    afterwards(close.mutateAsync(waivedCents), {
      onSuccess({ dueAt }) {
        const message = t('begun.text', { time: f.dateTime(dueAt, 'minute') });
        showToast({ type: 'success', title: t('begun.title'), message });
        onClose();
      },
    });
  return (
    <Dialog open={open} onClose={onClose} title={t('dialog.title')} width="narrow" locked={close.isPending}>
      <div className="stack">
        <p>{t('dialog.text')}</p>
        {close.isError && <ProblemNotice error={close.error} />}
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant="danger" busy={close.isPending} busyLabel={t('dialog.busy')} onClick={run}>
            {t('dialog.submit')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
