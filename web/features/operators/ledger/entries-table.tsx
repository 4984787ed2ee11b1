import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';

/** Both sides of an operation; each asset sums to zero. */
export function EntriesTable({ entries }: Pick<LedgerOperation, 'entries'>) {
  const t = useWords(adminLedgerWords);
  const names = useWords(commonWords);
  const f = useFormat();
  return (
    <section className="ledger-section">
      <h3>{t('operation.entries')}</h3>
      {entries.length === 0 ? (
        <p className="small quiet">{t('operation.noEntries')}</p>
      ) : (
        <table className="table ledger-lines">
          <caption className="visually-hidden">{t('operation.entries')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('operation.account')}</th>
              <th scope="col">{t('operation.asset')}</th>
              <th scope="col" className="r">
                {t('operation.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ account, asset, amount }) => (
              <tr key={`${account} ${asset}`}>
                <th scope="row">
                  {account === 'customer' ? t('operation.customerAccount') : t(`house.names.${account}`)}
                </th>
                <td>{asset === 'usd' ? t('operation.usd') : names(`metals.${asset}`)}</td>
                <td className="r">
                  {asset === 'usd' ? f.amount(amount, 'always') : f.weight(amount, 'always')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
