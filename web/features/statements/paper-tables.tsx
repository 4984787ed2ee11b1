// The tables of a statement. Times are UTC, weights in ounces and grams, as in its files.

import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import statementFileMessages from '#messages/statement-file.json';
import statementsMessages from '#messages/statements.json';
import { Card } from '../../ui/card.tsx';
import { DataTable, Table, type TableColumn } from '../../ui/data-table.tsx';
import type { StatementEnd, StatementMovement, StatementView } from '../../../worker/contract/statements.ts';
import { gramsOfOunces } from '../../../worker/domain/grams.ts';
import { feePaidCents } from '../../../worker/domain/statements.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';

type Ends = { readonly opening: StatementEnd; readonly closing: StatementEnd };

export function BalancesTable({ opening, closing }: Ends) {
  const t = useMessages(statementFileMessages.ends);
  const f = useFormat();
  const row = (id: string, label: string, first: ReactNode, last: ReactNode) => ({
    id,
    cells: { what: label, opening: first, closing: last },
  });
  const money = (id: string, label: string, of: (end: StatementEnd) => number) =>
    row(id, label, f.money(of(opening)), f.money(of(closing)));
  const worth = ({ valueCents }: StatementEnd) => (valueCents === null ? t('unknown') : f.money(valueCents));
  const own = useMessages(statementsMessages.paper);
  const day = ({ close }: StatementEnd, none: string) =>
    close === null ? none : f.dateTime(`${close.day}T00:00:00Z`, 'date', 'UTC');
  return (
    <DataTable
      caption={t('title')}
      rowHeader="what"
      columns={[
        { key: 'what', label: t('item') },
        { key: 'opening', label: t('opening'), align: 'right' },
        { key: 'closing', label: t('closing'), align: 'right' },
      ]}
      rows={[
        money('cash', t('cash'), ({ cashCents }) => cashCents),
        row('gold', t('gold'), <Metal e4={opening.goldE4} />, <Metal e4={closing.goldE4} />),
        money('goldCost', t('goldCost'), ({ goldBasisCents }) => goldBasisCents),
        row('goldPrice', t('goldPrice'), <Price mark={opening.gold} />, <Price mark={closing.gold} />),
        row('silver', t('silver'), <Metal e4={opening.silverE4} />, <Metal e4={closing.silverE4} />),
        money('silverCost', t('silverCost'), ({ silverBasisCents }) => silverBasisCents),
        row(
          'silverPrice',
          t('silverPrice'),
          <Price mark={opening.silver} />,
          <Price mark={closing.silver} />,
        ),
        row('close', t('close'), day(opening, t('noClose')), day(closing, own('notClosed'))),
      ]}
      footer={[row('value', t('value'), worth(opening), worth(closing))]}
    />
  );
}

function Price({ mark }: { readonly mark: StatementEnd['gold'] }) {
  const t = useMessages(statementFileMessages.ends);
  const f = useFormat();
  if (mark === null) return t('unknown');
  return <Two first={f.money(mark.priceCents)} second={<Utc at={mark.at} />} />;
}

export function MovementsTable({ movements }: { readonly movements: readonly StatementMovement[] }) {
  const t = useMessages(statementFileMessages.movements);
  return (
    <Table
      caption={t('title')}
      className="statement-movements"
      columns={useMovementColumns()}
      rows={movements}
      rowKey={({ seq }) => seq}
      empty={t('none')}
    />
  );
}

function useMovementColumns(): readonly TableColumn<StatementMovement>[] {
  const words = useMessages(statementFileMessages);
  const t = useMessages(statementFileMessages.movements);
  const f = useFormat();
  const dash = '–';
  return [
    { key: 'date', label: t('date'), render: ({ at }) => <Utc at={at} /> },
    {
      key: 'what',
      label: t('what'),
      header: true,
      className: 'statement-what',
      render: (movement) => <What {...movement} />,
    },
    {
      key: 'weight',
      label: t('weight'),
      align: 'right',
      render: ({ metal, goldE4, silverE4 }) =>
        metal === null ? dash : <Metal e4={goldE4 === 0 ? silverE4 : goldE4} />,
    },
    {
      key: 'price',
      label: t('price'),
      align: 'right',
      render: ({ priceCents }) => (priceCents === null ? dash : f.money(priceCents)),
    },
    {
      key: 'fee',
      label: t('fee'),
      align: 'right',
      render: (movement) => (movement.feeCents === 0 ? dash : f.money(feePaidCents(movement))),
    },
    {
      key: 'cash',
      label: t('cash'),
      align: 'right',
      render: ({ cashCents }) => (cashCents === 0 ? dash : f.money(cashCents)),
    },
    {
      key: 'after',
      label: t('after'),
      align: 'right',
      render: ({ after }) => (
        <Two
          first={f.money(after.cashCents)}
          second={
            <>
              {words('metals.gold')} {f.weight(after.goldE4)}
              <br />
              {words('metals.silver')} {f.weight(after.silverE4)}
            </>
          }
        />
      ),
    },
  ];
}

function What({
  type,
  reversedType,
  metal,
  transaction,
  reverses,
  method,
  gateway,
  realisedGainCents,
  note,
}: StatementMovement) {
  const t = useMessages(statementFileMessages);
  const f = useFormat();
  const name = reversedType === null ? t(`types.${type}`) : t(`undone.${reversedType}`);
  const lines = [
    t('movements.receipt', { code: receiptCode(transaction) }),
    ...(reverses === null ? [] : [t('movements.reverses', { code: receiptCode(reverses) })]),
    ...(method === null ? [] : [t(`methods.${method}`)]),
    ...(gateway === 'sandbox' ? [t('movements.sandbox')] : []),
    ...(realisedGainCents === null ? [] : [t('movements.gain', { gain: f.money(realisedGainCents) })]),
    ...(note === null ? [] : [note]),
  ];
  return (
    <>
      {metal === null ? name : t('withMetal', { type: name, metal: t(`metals.${metal}`) })}
      {lines.map((line) => (
        <span key={line} className="sub">
          {line}
        </span>
      ))}
    </>
  );
}

export function UncreditedTable({ deposits }: { readonly deposits: StatementView['uncredited'] }) {
  const t = useMessages(statementFileMessages);
  const f = useFormat();
  return (
    <Card title={t('uncredited.title')}>
      <p className="statement-notes small quiet">{t('uncredited.text')}</p>
      <DataTable
        caption={t('uncredited.title')}
        rowHeader="at"
        columns={[
          { key: 'at', label: t('movements.date') },
          { key: 'method', label: t('uncredited.method') },
          { key: 'amount', label: t('uncredited.amount'), align: 'right' },
        ]}
        rows={deposits.map(({ transaction, at, method, amountCents }) => ({
          id: transaction,
          cells: { at: <Utc at={at} />, method: t(`methods.${method}`), amount: f.money(amountCents) },
        }))}
      />
    </Card>
  );
}

export function StorageTable({ days }: { readonly days: StatementView['storageDays'] }) {
  const t = useMessages(statementFileMessages.storage);
  const f = useFormat();
  return (
    <Card title={t('title')}>
      <DataTable
        caption={t('title')}
        rowHeader="day"
        columns={[
          { key: 'day', label: t('day') },
          { key: 'value', label: t('value'), align: 'right' },
          { key: 'excess', label: t('excess'), align: 'right' },
        ]}
        rows={days.map(({ day, valueCents, excessCents }) => ({
          id: day,
          cells: {
            day: f.dateTime(`${day}T00:00:00Z`, 'date', 'UTC'),
            value: f.money(valueCents),
            excess: f.money(excessCents),
          },
        }))}
      />
    </Card>
  );
}

function Two({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <>
      {first}
      <span className="sub">{second}</span>
    </>
  );
}

/** To the second, in UTC. */
function Utc({ at }: { readonly at: string }) {
  const f = useFormat();
  return (
    <time dateTime={at} className="num">
      {f.dateTime(at, 'date', 'UTC')} {at.slice(11, 19)}
    </time>
  );
}

function Metal({ e4 }: { readonly e4: number }) {
  const f = useFormat();
  const grams = Math.sign(e4) * gramsOfOunces(Math.abs(e4));
  return <Two first={f.weight(e4)} second={`${f.decimal(grams / 10_000, 4)} g`} />;
}
