import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useCurrency } from '../../i18n/currency.ts';
import { businessTerms } from '../../i18n/business-terms.ts';
import { brlCents } from '../../i18n/format.ts';
import { decimalInputText, parseDecimal } from '../../i18n/parse-decimal.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { usePrices } from '../../live/live-prices.tsx';
import { Button } from '../../ui/button.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { TextInput } from '../../ui/text-input.tsx';
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
  const [text, setText] = useState('');
  const [method, setMethod] = useState<DepositMethod>('bank_transfer');
  /** Errors appear after the user has left the field or submitted the form, not while typing. */
  const [checked, setChecked] = useState(false);
  const inReais = useReais();
  const amountError = useAmountErrorText();
  const read = readDeposit(text, f.locale);
  const cost = depositCost(read, method);
  const bounds = t('bounds', {
    min: f.moneyRound(DEPOSIT_MIN_CENTS),
    max: f.moneyRound(DEPOSIT_MAX_CENTS),
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
        <TextInput
          ref={amountRef}
          label={t('amount')}
          prefix="US$"
          suffix={cost === null ? undefined : inReais(cost.amountCents)}
          numeric
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          disabled={sending}
          value={text}
          hint={bounds}
          error={checked && !read.ok ? amountError(read.problem) : null}
          onBlur={() => setChecked(text !== '')}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset className="deposit-quick" disabled={sending}>
          <legend className="visually-hidden">{t('quick')}</legend>
          {QUICK_AMOUNTS_CENTS.map((cents) => (
            <Button
              key={cents}
              size="small"
              aria-pressed={read.ok && read.amountCents === cents}
              onClick={() => setText(decimalInputText(f.locale, cents, 2, 2))}
            >
              {f.moneyRound(cents)}
            </Button>
          ))}
        </fieldset>
        <MethodChoice value={method} disabled={sending} onChange={setMethod} />
      </div>
      <div className="ticket-money">
        <div className="deposit-money">
          <Cost cost={cost} method={method} inReais={inReais} />
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
  const named = businessTerms(useFormat().locale);
  if (bonus === null || bonus === 'free') return null;
  return <p className="small muted">{t(`bonus.${bonus}`, named)}</p>;
}

type CostProps = {
  readonly cost: DepositCost | null;
  readonly method: DepositMethod;
  readonly inReais: (cents: number) => string | undefined;
};

function Cost({ cost, method, inReais }: CostProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const basisPoints = DEPOSIT_FEE_BASIS_POINTS[method];
  return (
    <div>
      {cost === null && <p className="visually-hidden">{t('figuresLater')}</p>}
      <Rows waiting={cost === null}>
        <Row label={t('credited')}>
          <Money cents={cost?.amountCents ?? null} />
        </Row>
        <Row
          label={basisPoints === 0 ? t('noFee') : t('fee', { percent: f.percentRound(basisPoints / 100) })}
        >
          <Money cents={cost?.feeCents ?? null} />
        </Row>
        <Row label={t('totalToPay')} sum>
          <Money cents={cost?.totalToPayCents ?? null} />
          {cost !== null && (
            <span className="deposit-reais small quiet">{inReais(cost.totalToPayCents)}</span>
          )}
        </Row>
      </Rows>
    </div>
  );
}

/** The value in reais at the live rate, if that is the display currency and the rate is known. */
function useReais(): (cents: number) => string | undefined {
  const f = useFormat();
  const currency = useCurrency();
  const rate = usePrices().data?.fx?.usdBrlE4;
  return (cents) =>
    currency === 'BRL' && rate !== undefined ? f.money(brlCents(cents, rate), 'BRL') : undefined;
}

function useAmountErrorText(): (problem: AmountProblem) => string {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  return (problem) => {
    switch (problem) {
      case 'format':
        return t('errors.format', { example: decimalInputText(f.locale, 25_050, 2, 2) });
      case 'DepositBelowMinimum':
        return t('errors.DepositBelowMinimum', { min: f.moneyRound(DEPOSIT_MIN_CENTS) });
      case 'DepositAboveMaximum':
        return t('errors.DepositAboveMaximum', { max: f.moneyRound(DEPOSIT_MAX_CENTS) });
      default:
        return t(`errors.${problem}`);
    }
  };
}

// The typed amount of a deposit, and its cost. The bounds and the fee are the server's own rules.

/** C2, deposit dialog. In US cents. */
const QUICK_AMOUNTS_CENTS = [10_000, 50_000, 100_000, 500_000] as const;

type AmountProblem =
  | 'empty'
  | 'unit'
  | 'format'
  | 'decimals'
  | 'range'
  | 'DepositBelowMinimum'
  | 'DepositAboveMaximum';

type ReadDeposit =
  | { readonly ok: true; readonly amountCents: number }
  | { readonly ok: false; readonly problem: AmountProblem };

export function readDeposit(text: string, locale: Locale): ReadDeposit {
  const parsed = parseDecimal(locale, text, 2);
  if (!parsed.ok) return { ok: false, problem: parsed.reason };
  const problem = depositRefusal(parsed.units);
  return problem === null ? { ok: true, amountCents: parsed.units } : { ok: false, problem };
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
