import { type RefObject, type SubmitEvent, use, useState } from 'react';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { RateContext, useDisplay } from '../../i18n/display.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import type { Currency } from '../../i18n/format.ts';
import type { MoneyInput } from '../../i18n/money-input.ts';
import { decimalInputText } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import type { PaymentMethod } from '../../../worker/domain/fees.ts';
import { BONUS_RELEASE_CENTS, DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS } from '../../../worker/domain/limits.ts';
import { reaisCost } from '../../../worker/domain/pix.ts';
import type { PortfolioView } from '../../../worker/domain/portfolio.ts';
import { Cost } from './deposit-cost.tsx';
import { type AmountProblem, depositCost, QUICK_AMOUNTS, readDeposit } from './deposit.ts';
import { MethodChoice, methodsFor } from './deposit-methods.tsx';
import type { DepositOrder } from './mutations.ts';
import { exchangeOf, readReais, typedInOther } from './reais.ts';
import { isInReais } from './reais-method.ts';
import { ReaisPreview } from './reais-preview.tsx';
import { useReaisTerms } from './reais-queries.ts';

/** What is typed and chosen; null is not chosen yet. */
export type DepositDraft = {
  readonly text: string;
  readonly currency: Currency | null;
  readonly method: PaymentMethod | null;
};

export const EMPTY_DRAFT: DepositDraft = { text: '', currency: null, method: null };

type DepositFormProps = {
  readonly draft: DepositDraft;
  readonly onDraft: (draft: DepositDraft) => void;
  readonly amountRef: RefObject<HTMLInputElement | null>;
  readonly bonus: PortfolioView['bonus']['status'] | null;
  readonly sending: boolean;
  readonly retrying: boolean;
  readonly error: unknown;
  readonly onConfirm: (order: DepositOrder) => void;
  readonly onShowTed: () => void;
};

export function DepositForm(props: DepositFormProps) {
  const { amountRef, bonus, sending, retrying, error } = props;
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  /** Errors appear after the user has left the field or submitted the form, not while typing. */
  const [checked, setChecked] = useState(false);
  const { input, setInput, method, methods, setMethod, terms, ...typed } = useTyped(props);
  const amountError = useAmountErrorText(input.currency);
  const bounds = t('bounds', {
    min: typed.bound(DEPOSIT_MIN_CENTS),
    max: typed.bound(DEPOSIT_MAX_CENTS),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (method === 'ted') props.onShowTed();
    else if (typed.order !== null) props.onConfirm(typed.order);
    else amountRef.current?.focus();
  };
  return (
    <form className="ticket" noValidate onSubmit={submit}>
      <div className="ticket-form">
        <MoneyField
          ref={amountRef}
          label={t('amount')}
          input={input}
          onInput={setInput}
          disabled={sending}
          hint={bounds}
          error={checked && typed.problem !== null ? amountError(typed.problem) : null}
          onBlur={() => setChecked(input.text !== '')}
        />
        <fieldset className="deposit-quick" disabled={sending}>
          <legend className="visually-hidden">{t('quick')}</legend>
          {QUICK_AMOUNTS[input.currency].map((cents) => {
            const text = decimalInputText(f.locale, cents, 2, 2);
            return (
              <Button
                key={cents}
                size="small"
                aria-pressed={input.text === text}
                onClick={() => setInput({ ...input, text })}
              >
                {f.moneyRound(cents, input.currency)}
              </Button>
            );
          })}
        </fieldset>
        <MethodChoice methods={methods} value={method} disabled={sending} onChange={setMethod} />
      </div>
      <div className="ticket-money">
        <div className="deposit-money">
          {typed.amountCents === null && <p className="visually-hidden">{t('figuresLater')}</p>}
          {isInReais(method) ? (
            <ReaisPreview method={method} input={input} terms={terms} />
          ) : (
            <Cost cost={typed.cost} method={method} />
          )}
          {typed.amountCents !== null && typed.amountCents >= BONUS_RELEASE_CENTS && (
            <BonusTerms bonus={bonus} />
          )}
          {error !== null && <ProblemNotice error={error} />}
          {retrying && (
            <Note tone="warning" role="alert">
              {t('retrying')}
            </Note>
          )}
          <SubmitButton disabled={typed.disabled} busy={sending} busyLabel={t('processing')}>
            {t(method === 'pix' ? 'makeCode' : method === 'ted' ? 'showAccount' : 'confirm')}
          </SubmitButton>
          <p className="tiny quiet deposit-sandbox">{t('sandbox')}</p>
        </div>
      </div>
    </form>
  );
}

/** What the draft comes to, with the method's own rules. */
function useTyped({ draft, onDraft }: Pick<DepositFormProps, 'draft' | 'onDraft'>) {
  const f = useFormat();
  const { leads } = useDisplay();
  const chosenCurrency = useCurrency();
  const rate = use(RateContext) ?? null;
  const money = useMoneyText();
  const terms = useReaisTerms();
  const exchange = exchangeOf(terms.data);
  const methods = methodsFor(f.locale, chosenCurrency, terms.data?.gateway !== null);
  const method = methods.find((one) => one === draft.method) ?? methods[0] ?? 'bank_transfer';
  const inReais = isInReais(method);
  const currency = draft.currency ?? (rate === null && exchange === null ? 'USD' : leads);
  const input: MoneyInput = { text: draft.text, currency };
  const setInput = (next: MoneyInput) => {
    const own = inReais && next.currency !== currency;
    onDraft({ ...draft, ...(own ? typedInOther(f.locale, input, next.currency, exchange) : next) });
  };
  const shared = {
    input,
    setInput,
    method,
    methods,
    terms,
    setMethod: (chosen: PaymentMethod) => onDraft({ ...draft, method: chosen }),
  };
  if (inReais) {
    const read = readReais(input, f.locale, exchange);
    const bound = (cents: number) =>
      leads === 'USD' || exchange === null
        ? f.moneyRound(cents)
        : `${f.moneyRound(reaisCost(cents, exchange.rateE4, exchange).brlCents, 'BRL')} (${f.moneyRound(cents)})`;
    const isEmpty = !read.ok && read.problem === 'empty';
    return {
      ...shared,
      bound,
      cost: null,
      // Nobody need say what a TED will be.
      problem: read.ok || (method === 'ted' && isEmpty) ? null : read.problem,
      amountCents: read.ok ? read.usdCents : null,
      order: read.ok ? ({ by: 'pix', json: read.request } as const) : null,
      disabled:
        method === 'ted'
          ? (terms.data?.ted ?? null) === null
          : isEmpty || terms.data === undefined || terms.data.needsCpf,
    };
  }
  const read = readDeposit(input, f.locale, rate);
  return {
    ...shared,
    bound: (cents: number) => money(cents, 'round'),
    cost: depositCost(read, method),
    problem: read.ok ? null : read.problem,
    amountCents: read.ok ? read.amountCents : null,
    order: read.ok ? ({ by: 'dollars', json: { amountCents: read.amountCents, method } } as const) : null,
    disabled: !read.ok && read.problem === 'empty',
  };
}

/** What frees the welcome bonus (P7), as long as that is still ahead. */
export function BonusTerms({ bonus }: Pick<DepositFormProps, 'bonus'>) {
  const t = useMessages(ordersMessages.deposit);
  const named = accountTerms(useFormat().locale);
  if (bonus === null || bonus === 'free') return null;
  return <p className="small muted">{t(`bonus.${bonus}`, named)}</p>;
}

function useAmountErrorText(currency: Currency): (problem: AmountProblem) => string {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const money = useMoneyText();
  return (problem) => {
    switch (problem) {
      case 'format':
        return t('errors.format', { example: decimalInputText(f.locale, 25_050, 2, 2) });
      case 'DepositBelowMinimum':
        return t('errors.DepositBelowMinimum', { min: money(DEPOSIT_MIN_CENTS, 'round') });
      case 'DepositAboveMaximum':
        return t('errors.DepositAboveMaximum', { max: money(DEPOSIT_MAX_CENTS, 'round') });
      case 'unit':
        return t(`errors.unit.${currency}`);
      default:
        return t(`errors.${problem}`);
    }
  };
}
