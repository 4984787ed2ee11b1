// Proposes that a bar comes in: what its list says of it, and the fine weight that the books will count. Import it lazily.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { decimalInputText } from '../../../i18n/parse-decimal.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import formErrorMessages from '#messages/form-errors.json';
import messages from '#messages/operators-bars.json';
import { REFINER_MAX_CHARACTERS, SERIAL_MAX_CHARACTERS } from '../../../../worker/domain/bars.ts';
import { TRADED_METALS } from '../../../../worker/domain/metals.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { useProposeReceipt } from './queries.ts';
import { useBarTexts } from './texts.ts';
import { type ReadBar, readBar, type TypedBar } from './typed-bar.ts';
import '../../../styles/operators.css';

type ReceiptDialogProps = { readonly open: boolean; readonly onClose: () => void };

const EMPTY: TypedBar = { metal: 'gold', refiner: '', serial: '', gross: '', assay: '' };

/** Give it a new `key` each time it opens. */
export function ReceiptDialog({ open, onClose }: ReceiptDialogProps) {
  const t = useMessages(messages.receipt);
  const { locale } = useFormat();
  const propose = useProposeReceipt();
  const [typed, setTyped] = useState<TypedBar>(EMPTY);
  const read = readBar(typed, locale);
  const { bar } = read;
  const done = () => {
    showToast({ type: 'success', title: t('done'), message: t('doneText') });
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} locked={propose.isPending}>
      <ProposalForm
        texts={{
          reason: t('reason'),
          reasonHint: t('reasonHint'),
          reasonMissing: t('reasonMissing'),
          cancel: t('cancel'),
          submit: t('submit'),
          busy: t('busy'),
        }}
        isComplete={bar !== null}
        busy={propose.isPending}
        error={propose.error}
        onPropose={(reason) =>
          bar !== null && afterwards(propose.mutateAsync({ ...bar, reason }), { onSuccess: done })
        }
        onCancel={onClose}
      >
        {(tried) => <BarFields typed={typed} read={read} tried={tried} onType={setTyped} />}
      </ProposalForm>
    </Dialog>
  );
}

type BarFieldsProps = {
  readonly typed: TypedBar;
  readonly read: ReadBar;
  /** What is missing is said. */
  readonly tried: boolean;
  readonly onType: (typed: TypedBar) => void;
};

function BarFields({ typed, read, tried, onType }: BarFieldsProps) {
  const t = useMessages(messages.receipt);
  const errors = useMessages(formErrorMessages.errors);
  const names = useMessages(commonMessages);
  const { locale } = useFormat();
  const { ounces } = useBarTexts();
  const examples = {
    gross: decimalInputText(locale, 401_125, 3),
    assay: decimalInputText(locale, 9_958, 1),
  };
  const field = (name: keyof ReadBar['errors']) => {
    const code = tried ? read.errors[name] : null;
    const example = name === 'gross' || name === 'assay' ? examples[name] : '';
    return {
      label: t(name),
      required: true,
      autoComplete: 'off',
      value: typed[name],
      error: code === null ? null : code === 'number' ? t('number', { example }) : errors(code),
      onChange: (event: { readonly target: { readonly value: string } }) =>
        onType({ ...typed, [name]: event.target.value }),
    };
  };
  return (
    <>
      <p>{t('text')}</p>
      <Select
        label={t('metal')}
        value={typed.metal}
        options={TRADED_METALS.map((value) => ({ value, label: names(`metals.${value}`) }))}
        onChange={(metal) => onType({ ...typed, metal })}
      />
      <TextInput maxLength={REFINER_MAX_CHARACTERS} {...field('refiner')} />
      <TextInput maxLength={SERIAL_MAX_CHARACTERS} {...field('serial')} />
      <div className="pair">
        <TextInput hint={t('grossHint')} numeric inputMode="decimal" {...field('gross')} />
        <TextInput
          hint={t('assayHint', { example: examples.assay })}
          numeric
          inputMode="decimal"
          {...field('assay')}
        />
      </div>
      <output className="num">
        {read.fineE3 === null ? t('fineUnknown') : t('fine', { weight: ounces(read.fineE3) })}
      </output>
    </>
  );
}
