// The customer's own statement: a politically exposed person, and in which office. It can be changed at any time.

import { type FormEvent, useState } from 'react';
import identityMessages from '#messages/identity.json';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { IdentityOverview } from '../../../worker/contract/identity.ts';
import { PEP_DETAIL_MAX_CHARACTERS } from '../../../worker/domain/identity.ts';
import { useStatePep } from './identity.ts';

type Stated = NonNullable<IdentityOverview['identity']>['pep'];

export function IdentityPep({ pep }: { readonly pep: Stated }) {
  const t = useMessages(identityMessages);
  const f = useFormat();
  const [isPep, setPep] = useState(pep.isPep);
  const [detail, setDetail] = useState(pep.detail ?? '');
  const state = useStatePep();
  const isSame = isPep === pep.isPep && (!isPep || detail === (pep.detail ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.isPending) return;
    void state.mutateAsync({ pep: isPep, pepDetail: detail }).then(
      () => showToast({ type: 'success', title: t('pep.saved') }),
      () => undefined,
    );
  };
  return (
    <Card padded title={t('pep.title')}>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small muted">{t('pep.text')}</p>
        <Checkbox label={t('pep.label')} checked={isPep} onChange={({ target }) => setPep(target.checked)} />
        {isPep && (
          <TextInput
            label={t('pep.detail')}
            required
            maxLength={PEP_DETAIL_MAX_CHARACTERS}
            value={detail}
            onChange={({ target }) => setDetail(target.value)}
          />
        )}
        <p className="small quiet">{t('pep.stated', { date: f.dateTime(pep.statedAt, 'dayMonthYear') })}</p>
        {state.error !== null && <ProblemNotice error={state.error} />}
        <Button
          type="submit"
          disabled={isSame || (isPep && detail.trim() === '')}
          busy={state.isPending}
          busyLabel={t('pep.busy')}
        >
          {t('pep.submit')}
        </Button>
      </form>
    </Card>
  );
}
