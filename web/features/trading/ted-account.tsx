import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { BrlTerms } from '../../../worker/contract/pix.ts';
import { DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS } from '../../../worker/domain/limits.ts';
import { reaisCost } from '../../../worker/domain/pix.ts';
import { exchangeOf } from './reais.ts';
import { ReaisBasis } from './reais-rows.tsx';

type TedAccountProps = {
  readonly terms: BrlTerms;
  readonly onBack: () => void;
  readonly onClose: () => void;
};

const LINES = ['holder', 'cnpj', 'bank', 'branch', 'number', 'reference'] as const;

/** Where a TED goes. Its rate is that of its posting, and no earlier one. */
export function TedAccount({ terms, onBack, onClose }: TedAccountProps) {
  const t = useMessages(reaisMessages);
  const f = useFormat();
  const { ted, gateway } = terms;
  const exchange = exchangeOf(terms);
  if (ted === null) return null;
  const limit = (cents: number) =>
    exchange === null
      ? f.moneyRound(cents)
      : t('ted.limit', {
          dollars: f.moneyRound(cents),
          reais: f.money(reaisCost(cents, exchange.rateE4, exchange).brlCents, 'BRL'),
        });
  return (
    <div className="stack">
      <p>{t('ted.lead')}</p>
      <Rows>
        {LINES.map((line) => (
          <Row key={line} label={t(`ted.${line}`)}>
            <span className="ted-line">
              <span>{ted[line]}</span>
              <CopyButton
                text={ted[line]}
                label={
                  <>
                    {t('ted.copy')} <span className="visually-hidden">{t(`ted.${line}`)}</span>
                  </>
                }
                done={t('ted.copied')}
              />
            </span>
          </Row>
        ))}
      </Rows>
      <Note tone="warning" title={t('ted.rateTitle')}>
        {t('ted.rateText')}
      </Note>
      <p className="small muted">
        {t('own')} {t('ted.why')}{' '}
        {t('ted.bounds', { min: limit(DEPOSIT_MIN_CENTS), max: limit(DEPOSIT_MAX_CENTS) })}
      </p>
      <ReaisBasis rate={terms.rate} terms={terms} />
      <Button variant="primary" full onClick={onClose}>
        {t('code.close')}
      </Button>
      <Button variant="ghost" full onClick={onBack}>
        {t('ted.back')}
      </Button>
      {gateway === 'sandbox' && <p className="tiny quiet deposit-sandbox">{t('sandbox')}</p>}
    </div>
  );
}
