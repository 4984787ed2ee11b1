import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Note } from '../../../ui/note.tsx';
import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';

type Reversal = NonNullable<LedgerOperation['reversal']>;
type EffectProps = {
  readonly metal: LedgerOperation['transaction']['metal'];
  readonly reversal: Reversal;
};

/** What the customer would have before and after, reckoned by the same rule that carries it out; or why it cannot be. */
export function ReversalEffect({ metal, reversal }: EffectProps) {
  const t = useWords(adminLedgerWords);
  const { before, after, shortfall } = reversal;
  if (after === null) {
    return shortfall === null ? null : <Note tone="warning">{t(`effect.short.${shortfall}`)}</Note>;
  }
  return (
    <table className="table ledger-lines">
      <caption>{t('effect.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('effect.what')}</th>
          <th scope="col" className="r">
            {t('effect.before')}
          </th>
          <th scope="col" className="r">
            {t('effect.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        <Line label={t('effect.cash')} before={before.cashCents} after={after.cashCents} />
        {metal !== null && (
          <>
            <Line label={t(`effect.${metal}`)} before={before.ouncesE4} after={after.ouncesE4} metal />
            {metal === 'silver' && (
              <Line label={t('effect.held')} before={before.heldOuncesE4} after={after.heldOuncesE4} metal />
            )}
            <Line label={t('effect.basis')} before={before.costBasisCents} after={after.costBasisCents} />
            <Line
              label={t('effect.gain')}
              before={before.realisedGainCents}
              after={after.realisedGainCents}
            />
          </>
        )}
      </tbody>
    </table>
  );
}

type LineProps = {
  readonly label: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly metal?: boolean;
};

function Line({ label, before, after, metal = false }: LineProps) {
  const f = useFormat();
  const say = (value: number | null) => {
    if (value === null) return '–';
    return metal ? f.weight(value) : f.money(value);
  };
  return (
    <tr data-changed={before !== after}>
      <th scope="row">{label}</th>
      <td className="r">{say(before)}</td>
      <td className="r">{say(after)}</td>
    </tr>
  );
}
