// The first step: how much, and why that may be less than the cash.

import { type RefObject, type SubmitEvent, use, useState } from 'react';
import { RateContext } from '../../../i18n/display.ts';
import { type MoneyInput, moneyInput } from '../../../i18n/money-input.ts';
import { useMoneyText } from '../../../i18n/money-text.ts';
import { decimalInputText } from '../../../i18n/parse-decimal.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { HOUR_MS } from '../../../../worker/domain/time.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { Value } from '../../../ui/value.tsx';
import { type AmountProblem, boundsOf, nothingBecause, readAmount } from './plan.ts';

type AmountStepProps = {
  readonly terms: WithdrawalTerms;
  readonly input: MoneyInput;
  readonly amountRef: RefObject<HTMLInputElement | null>;
  readonly onInput: (input: MoneyInput) => void;
  readonly onContinue: (amountCents: number) => void;
};

export function AmountStep({ terms, input, amountRef, onInput, onContinue }: AmountStepProps) {
  const t = useMessages(withdrawalsMessages);
  const f = useFormat();
  const rate = use(RateContext) ?? null;
  const money = useMoneyText();
  /** Errors appear after the user has left the field or submitted the form, not while typing. */
  const [checked, setChecked] = useState(input.text !== '');
  const errorText = useAmountErrorText(input, terms);
  const bounds = boundsOf(terms);
  const read = readAmount(input, f.locale, rate, terms);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (read.ok) onContinue(read.amountCents);
    else amountRef.current?.focus();
  };
  if (bounds === null) {
    return (
      <div className="withdrawal-step">
        <Note tone="info" title={t('nothing.title')}>
          {t(`nothing.${nothingBecause(terms)}`, {
            least: money(Math.min(...terms.methods.map((one) => one.minCents))),
          })}
        </Note>
        <CashRows terms={terms} />
      </div>
    );
  }
  const { leastCents, mostCents } = bounds;
  return (
    <form className="ticket" noValidate onSubmit={submit}>
      <div className="ticket-form">
        <MoneyField
          ref={amountRef}
          label={t('amount.label')}
          input={input}
          onInput={onInput}
          hint={t('amount.hint', { least: money(leastCents), most: money(mostCents) })}
          error={checked && !read.ok ? errorText(read.problem) : null}
          onBlur={() => setChecked(input.text !== '')}
        />
        <Button onClick={() => onInput(moneyInput(f.locale, mostCents, input.currency, rate))}>
          {t('amount.all')}
        </Button>
      </div>
      <div className="ticket-money">
        <div className="deposit-money">
          <CashRows terms={terms} />
          <SubmitButton disabled={!read.ok && read.problem === 'empty'}>{t('amount.continue')}</SubmitButton>
          {terms.gateway === 'sandbox' && <p className="tiny quiet deposit-sandbox">{t('sandbox')}</p>}
        </div>
      </div>
    </form>
  );
}

/** From the cash to what can be withdrawn: each sum with its reason and its day. */
export function CashRows({ terms }: { readonly terms: WithdrawalTerms }) {
  const t = useMessages(withdrawalsMessages);
  const f = useFormat();
  const money = useMoneyText();
  const { cashCents, withdrawableCents, immature, owedCents, debtCents, limit } = terms;
  return (
    <div className="stack-close">
      <Rows>
        <Row label={t('amount.cash')}>
          <Value cents={cashCents} />
        </Row>
        {immature.map(({ reason, cents, until }) => (
          <Row
            key={`${reason} ${until}`}
            label={t(`amount.${reason}`, { until: until === null ? '' : f.dateTime(until, 'dayMonthTime') })}
          >
            <Value cents={-cents} />
          </Row>
        ))}
        {owedCents > 0 && (
          <Row label={t('amount.owed')}>
            <Value cents={-owedCents} />
          </Row>
        )}
        {debtCents > 0 && (
          <Row label={t('amount.debt')}>
            <Value cents={-debtCents} />
          </Row>
        )}
        <Row label={t('amount.withdrawable')} sum>
          <Value cents={withdrawableCents} />
        </Row>
      </Rows>
      {immature.length > 0 && <p className="small muted">{t('amount.why')}</p>}
      <p className="small muted">
        {t('amount.limit', {
          max: money(limit.maxCents, 'round'),
          hours: limit.windowMs / HOUR_MS,
          used: money(limit.usedCents, 'round'),
        })}
      </p>
    </div>
  );
}

function useAmountErrorText(
  { currency }: MoneyInput,
  terms: WithdrawalTerms,
): (problem: AmountProblem) => string {
  const t = useMessages(withdrawalsMessages.amount);
  const f = useFormat();
  const money = useMoneyText();
  const { methods, withdrawableCents, limit } = terms;
  return (problem) => {
    switch (problem) {
      case 'format':
        return t('errors.format', { example: decimalInputText(f.locale, 25_050, 2, 2) });
      case 'unit':
        return t(`errors.unit.${currency}`);
      case 'WithdrawalBelowMinimum':
        return t(`errors.${problem}`, { least: money(Math.min(...methods.map((one) => one.minCents))) });
      case 'WithdrawalAboveMaximum':
        return t(`errors.${problem}`, {
          most: money(Math.max(...methods.map((one) => one.maxCents)), 'round'),
        });
      case 'NotWithdrawable':
        return t(`errors.${problem}`, { most: money(withdrawableCents) });
      case 'limit':
        return t(`errors.${problem}`, { most: money(Math.max(0, limit.maxCents - limit.usedCents)) });
      default:
        return t(`errors.${problem}`);
    }
  };
}
