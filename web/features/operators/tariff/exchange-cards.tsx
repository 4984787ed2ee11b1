// Spread and tax of the exchange between reais and dollars: what is charged today, and what waits (P95).

import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { decimalInputText } from '../../../i18n/parse-decimal.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import tariffMessages from '#messages/operators-tariff.json';
import type { ExchangeTariffsReport } from '../../../../worker/contract/operators/reais.ts';
import {
  IOF_MAX_BASIS_POINTS,
  LEGAL_BASIS_MAX_CHARACTERS,
  LEGAL_BASIS_MIN_CHARACTERS,
  SPREAD_MAX_BASIS_POINTS,
} from '../../../../worker/domain/pix.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposedRows } from '../frame/proposed-rows.tsx';
import { useDecideExchangeTariff, useProposeExchangeTariff } from './queries.ts';
import { dayFault, readExchange, type Standing, standingOf, type TypedExchange } from './typed-exchange.ts';

const TONES: Readonly<Record<Standing, BadgeTone>> = {
  open: 'pending',
  inForce: 'success',
  ahead: 'pending',
  replaced: 'neutral',
  rejected: 'neutral',
  withdrawn: 'neutral',
};

type Props = { readonly report: ExchangeTariffsReport };

export function ExchangeTariffsCard({ report }: Props) {
  const t = useMessages(tariffMessages);
  const f = useFormat();
  const { inForce, tariffs } = report;
  const percent = (basisPoints: number) => f.percentRound(basisPoints / 100);
  const day = (fromDay: string) => f.dateTime(fromDay, 'long', 'UTC');
  return (
    <Card title={t('exchange.title')} padded>
      <div className="stack">
        {inForce === null ? (
          <p className="quiet">{t('exchange.unset')}</p>
        ) : (
          <p>
            {t('exchange.charged', {
              day: day(inForce.fromDay),
              spread: percent(inForce.spreadBasisPoints),
              iof: percent(inForce.iofBasisPoints),
              law: inForce.legalBasis,
            })}
          </p>
        )}
        <ProposedRows
          rows={tariffs}
          approve={t('list.announce')}
          decide={useDecideExchangeTariff()}
          show={(tariff) => {
            const standing = standingOf(tariff, report);
            const fault = tariff.state === 'open' ? dayFault(tariff.fromDay, report) : null;
            return {
              heading: t('list.from', { day: day(tariff.fromDay) }),
              badge: { tone: TONES[standing], label: t(`exchange.standings.${standing}`) },
              terms: [
                { label: t('exchange.spread'), text: percent(tariff.spreadBasisPoints) },
                { label: t('exchange.iof'), text: percent(tariff.iofBasisPoints) },
                { label: t('exchange.legalBasis'), text: tariff.legalBasis },
              ],
              fault: fault === null ? null : t(`exchange.faults.${fault}`),
            };
          }}
          ask={({ fromDay, spreadBasisPoints, iofBasisPoints, legalBasis }, how) => ({
            about: t('exchange.about', {
              day: day(fromDay),
              spread: percent(spreadBasisPoints),
              iof: percent(iofBasisPoints),
              law: legalBasis,
            }),
            title: t(how === 'approve' ? 'exchange.announce.title' : 'drop.title'),
            text: t(how === 'approve' ? 'exchange.announce.text' : 'drop.text'),
            submit: t(how === 'approve' ? 'announce.submit' : 'drop.submit'),
            done: t(how === 'approve' ? 'exchange.announce.done' : 'drop.done'),
          })}
        />
      </div>
    </Card>
  );
}

const EMPTY: TypedExchange = { fromDay: '', spread: '', iof: '', legalBasis: '' };

export function ProposeExchangeCard({ report }: Props) {
  const t = useMessages(tariffMessages.exchange);
  const f = useFormat();
  const propose = useProposeExchangeTariff();
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const { request, faults } = readExchange(typed, report, f.locale);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (request === null) return;
    afterwards(propose.mutateAsync(request), {
      onSuccess() {
        showToast({ type: 'success', title: t('propose.done') });
        setTyped(EMPTY);
        setTried(false);
      },
    });
  };
  const most = {
    spread: f.percentRound(SPREAD_MAX_BASIS_POINTS / 100),
    iof: f.percentRound(IOF_MAX_BASIS_POINTS / 100),
  };
  const field = (name: keyof TypedExchange) => {
    const fault = tried ? faults[name] : null;
    return {
      required: true,
      autoComplete: 'off',
      value: typed[name],
      error:
        fault === null
          ? null
          : t(`propose.faults.${fault}`, {
              example: decimalInputText(f.locale, 110, 2, 2),
              max: name === 'spread' || name === 'iof' ? most[name] : '',
              n: f.integer(LEGAL_BASIS_MIN_CHARACTERS),
            }),
      onChange: (event: { readonly target: { readonly value: string } }) =>
        setTyped({ ...typed, [name]: event.target.value }),
    };
  };
  return (
    <Card title={t('propose.title')} padded>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small muted">{t('propose.text')}</p>
        <TextInput
          type="date"
          label={t('propose.day')}
          hint={t('propose.dayHint', { day: f.dateTime(report.earliest, 'long', 'UTC') })}
          min={report.earliest}
          {...field('fromDay')}
        />
        <div className="pair">
          {(['spread', 'iof'] as const).map((name) => (
            <TextInput
              key={name}
              label={t(name)}
              hint={t('propose.percentHint', { max: most[name] })}
              suffix="%"
              numeric
              inputMode="decimal"
              {...field(name)}
            />
          ))}
        </div>
        <TextInput
          label={t('legalBasis')}
          hint={t('propose.legalBasisHint')}
          maxLength={LEGAL_BASIS_MAX_CHARACTERS}
          {...field('legalBasis')}
        />
        {propose.error !== null && <ProblemNotice error={propose.error} />}
        <div className="dialog-buttons">
          <Button type="submit" variant="primary" busy={propose.isPending} busyLabel={t('propose.busy')}>
            {t('propose.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
