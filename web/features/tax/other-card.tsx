// What is no sale: reversals, deliveries and gifts, and fees of storage.

import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Weight } from '../../ui/weight.tsx';
import type { TaxYear } from '../../../worker/contract/tax.ts';
import { TAX_METHODS } from '../../../worker/domain/tax/workbook.ts';
import { Rate, Reais, useDay, useReais } from './figures.tsx';

export function OtherCard({ year: { undoings, apart, storageFees } }: { readonly year: TaxYear }) {
  const t = useMessages(taxMessages.other);
  const words = useMessages(taxMessages);
  const dayOf = useDay();
  const reais = useReais();
  return (
    <Card title={t('title')} padded>
      <div className="stack">
        {undoings.length > 0 && (
          <section className="stack-close">
            <h3>{t('undoings')}</h3>
            {undoings.map((one) => (
              <div key={one.id} className="stack-close">
                <p className="small">
                  {t('undoing', { what: t(`types.${one.type}`), day: dayOf(one.of.day), on: dayOf(one.day) })}
                  , {words(`metals.${one.metal}`)} <Weight ouncesE4={one.ouncesE4} ledger />
                </p>
                <Rows>
                  {TAX_METHODS.map((method) => (
                    <Row key={method} label={`${t('cost')}: ${words(`methods.${method}`)}`}>
                      <Reais cost={one.cost[method]} />
                      {one.correction[method] !== 0 && (
                        <span className="sub">
                          {t('correction', { cost: reais(one.correction[method]) })}
                        </span>
                      )}
                    </Row>
                  ))}
                </Rows>
              </div>
            ))}
          </section>
        )}
        <section className="stack-close">
          <h3>{t('deliveries')}</h3>
          <p className="small muted">{t('deliveriesText')}</p>
          {apart.length === 0 ? (
            <p className="small quiet">{t('deliveriesNone')}</p>
          ) : (
            <Rows>
              {apart.map((one) => (
                <Row
                  key={one.id}
                  label={`${dayOf(one.day)} ${t(`types.${one.type}`)}, ${words(`metals.${one.metal}`)}`}
                >
                  <Weight ouncesE4={one.ouncesE4} ledger />
                  {TAX_METHODS.map((method) => (
                    <span key={method} className="sub">
                      {words(`methodsShort.${method}`)}: <Reais cost={one.cost[method]} />
                    </span>
                  ))}
                </Row>
              ))}
            </Rows>
          )}
        </section>
        <section className="stack-close">
          <h3>{t('fees')}</h3>
          <p className="small muted">{t('feesText')}</p>
          {storageFees.length === 0 ? (
            <p className="small quiet">{t('feesNone')}</p>
          ) : (
            <Rows>
              {storageFees.map((fee) => (
                <Row key={fee.id} label={dayOf(fee.day)}>
                  <Money cents={fee.usdCents} /> × <Rate day={fee.day} rate={fee.rate} /> ={' '}
                  <Reais cost={fee.centavos} />
                </Row>
              ))}
            </Rows>
          )}
        </section>
      </div>
    </Card>
  );
}
