import { type RefObject, type SubmitEvent, use, useId, useState } from 'react';
import { accountTerms } from '../../i18n/account-terms.ts';
import { type Rate, RateContext, useDisplay } from '../../i18n/display.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import { type Currency, UNKNOWN } from '../../i18n/format.ts';
import { type MoneyInput, readMoney } from '../../i18n/money-input.ts';
import { decimalInputText } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useRateText } from '../../ui/rate-text.ts';
import { Value } from '../../ui/value.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { DepositRequest } from '../../../worker/contract/deposits.ts';
import {
  DEPOSIT_FEE_BASIS_POINTS,
  DEPOSIT_METHODS,
  depositFeeCents,
  type DepositMethod,
  depositRefusal,
} from '../../../worker/domain/fees.ts';
import { BONUS_RELEASE_CENTS, DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS } from '../../../worker/domain/limits.ts';
import type { PortfolioView } from '../../../worker/domain/portfolio.ts';
import type { Locale } from '../../i18n/locale.ts';

type DepositFormProps = {
  readonly amountRef: RefObject<HTMLInputElement | null>;
  readonly bonus: PortfolioView['bonus']['status'] | null;
  readonly sending: boolean;
  readonly retrying: boolean;
  readonly error: unknown;
  readonly onConfirm: (request: DepositRequest) => void;
};

export function DepositForm(props: DepositFormProps) {
  const { amountRef, bonus, sending, retrying, error, onConfirm } = props;
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const { leads } = useDisplay();
  const rate = use(RateContext) ?? null;
  const [input, setInput] = useState<MoneyInput>({ text: '', currency: rate === null ? 'USD' : leads });
  const [method, setMethod] = useState<DepositMethod>('bank_transfer');
  /** Errors appear after the user has left the field or submitted the form, not while typing. */
  const [checked, setChecked] = useState(false);
  const amountError = useAmountErrorText(input.currency);
  const money = useMoneyText();
  const read = readDeposit(input, f.locale, rate);
  const cost = depositCost(read, method);
  const bounds = t('bounds', {
    min: money(DEPOSIT_MIN_CENTS, 'round'),
    max: money(DEPOSIT_MAX_CENTS, 'round'),
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (read.ok) onConfirm({ amountCents: read.amountCents, method });
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
          error={checked && !read.ok ? amountError(read.problem) : null}
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
        <MethodChoice value={method} disabled={sending} onChange={setMethod} />
      </div>
      <div className="ticket-money">
        <div className="deposit-money">
          <Cost cost={cost} method={method} />
          {cost !== null && cost.amountCents >= BONUS_RELEASE_CENTS && <BonusTerms bonus={bonus} />}
          {error !== null && <ProblemNotice error={error} />}
          {retrying && (
            <Note tone="warning" role="alert">
              {t('retrying')}
            </Note>
          )}
          <SubmitButton
            disabled={!read.ok && read.problem === 'empty'}
            busy={sending}
            busyLabel={t('processing')}
          >
            {t('confirm')}
          </SubmitButton>
          <p className="tiny quiet deposit-sandbox">{t('sandbox')}</p>
        </div>
      </div>
    </form>
  );
}

/** What frees the welcome bonus (P7), as long as that is still ahead. */
export function BonusTerms({ bonus }: Pick<DepositFormProps, 'bonus'>) {
  const t = useMessages(ordersMessages.deposit);
  const named = accountTerms(useFormat().locale);
  if (bonus === null || bonus === 'free') return null;
  return <p className="small muted">{t(`bonus.${bonus}`, named)}</p>;
}

type CostProps = {
  readonly cost: DepositCost | null;
  readonly method: DepositMethod;
};

function Cost({ cost, method }: CostProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const { beside } = useDisplay();
  const rate = useRateText();
  const basisPoints = DEPOSIT_FEE_BASIS_POINTS[method];
  return (
    <div>
      {cost === null && <p className="visually-hidden">{t('figuresLater')}</p>}
      <Rows waiting={cost === null}>
        <Row label={t('credited')}>
          <Value cents={cost?.amountCents ?? null} />
        </Row>
        <Row
          label={basisPoints === 0 ? t('noFee') : t('fee', { percent: f.percentRound(basisPoints / 100) })}
        >
          <Value cents={cost?.feeCents ?? null} />
        </Row>
        <Row label={t('totalToPay')} sum>
          <Value cents={cost?.totalToPayCents ?? null} />
        </Row>
        {beside !== null && (
          <Row label={t('rate')}>
            <span className="quiet">{rate ?? UNKNOWN}</span>
          </Row>
        )}
      </Rows>
    </div>
  );
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

// The typed amount of a deposit, and its cost. The bounds and the fee are the server's own rules.

/** C2, deposit dialog: dollars, and reais of about as much. In cents of their currency. */
const QUICK_AMOUNTS = {
  USD: [10_000, 50_000, 100_000, 500_000],
  BRL: [100_000, 250_000, 500_000, 2_500_000],
} as const;

type AmountProblem =
  | 'empty'
  | 'unit'
  | 'format'
  | 'decimals'
  | 'range'
  | 'rate'
  | 'DepositBelowMinimum'
  | 'DepositAboveMaximum';

type ReadDeposit =
  | { readonly ok: true; readonly amountCents: number }
  | { readonly ok: false; readonly problem: AmountProblem };

export function readDeposit(input: MoneyInput, locale: Locale, rate: Rate | null): ReadDeposit {
  const read = readMoney(locale, input, rate);
  if (!read.ok) return { ok: false, problem: read.reason };
  const problem = depositRefusal(read.cents);
  return problem === null ? { ok: true, amountCents: read.cents } : { ok: false, problem };
}

type DepositCost = {
  readonly amountCents: number;
  readonly feeCents: number;
  readonly totalToPayCents: number;
};

/** Null while the amount cannot be deposited. */
export function depositCost(read: ReadDeposit, method: DepositMethod): DepositCost | null {
  if (!read.ok) return null;
  const feeCents = depositFeeCents(read.amountCents, method);
  return { amountCents: read.amountCents, feeCents, totalToPayCents: read.amountCents + feeCents };
}

type MethodChoiceProps = {
  readonly value: DepositMethod;
  readonly disabled: boolean;
  readonly onChange: (method: DepositMethod) => void;
};

/** The payment methods with fee and duration; the free one is recommended. */
function MethodChoice({ value, disabled, onChange }: MethodChoiceProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const name = useId();
  return (
    <fieldset className="deposit-methods" disabled={disabled}>
      <legend className="field-label">{t('method')}</legend>
      {DEPOSIT_METHODS.map((method) => (
        <label key={method} className="deposit-method">
          <input
            type="radio"
            name={name}
            value={method}
            checked={method === value}
            onChange={() => onChange(method)}
          />
          <span className="deposit-method-mark" aria-hidden="true" />
          <b>
            {t(`methods.${method}.name`)}
            {method === 'bank_transfer' && <span className="deposit-recommended">{t('recommended')}</span>}
          </b>
          <span className="small muted">
            {t(`methods.${method}.terms`, { fee: f.percentRound(DEPOSIT_FEE_BASIS_POINTS[method] / 100) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
