// What there was at both ends of the year and what it had cost, the text for the tax return, and how the one came from the other.

import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Table } from '../../ui/data-table.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import type { TaxYear } from '../../../worker/contract/tax.ts';
import { brasiliaDay } from '../../../worker/domain/brasilia.ts';
import { gramsOfOunces } from '../../../worker/domain/grams.ts';
import { assetParagraph } from '../../../worker/domain/tax/paragraph.ts';
import {
  type CostFlow,
  type MetalPosition,
  TAX_METHODS,
  type TaxMethod,
} from '../../../worker/domain/tax/workbook.ts';
import { Reais, useDay } from './figures.tsx';

type Ends = readonly [before: MetalPosition, now: MetalPosition];

const endsOf = ({ positions: { opening, closing } }: TaxYear): readonly Ends[] =>
  closing.flatMap((now) => {
    const before = opening.find(({ metal }) => metal === now.metal);
    return before === undefined ? [] : [[before, now] as const];
  });

export function PositionCard({ year }: { readonly year: TaxYear }) {
  const t = useMessages(taxMessages.position);
  const words = useMessages(taxMessages);
  const dayOf = useDay();
  const day = year.isOver ? `${year.year}-12-31` : brasiliaDay(Date.parse(year.asOf));
  const ends = endsOf(year);
  const methods = year.choice.method === null ? TAX_METHODS : [year.choice.method];
  return (
    <Card title={t(year.isOver ? 'title' : 'titleRunning')}>
      <Table
        rows={ends}
        rowKey={([, now]) => now.metal}
        columns={[
          {
            key: 'metal',
            label: t('metal'),
            header: true,
            render: ([, now]) => words(`metals.${now.metal}`),
          },
          {
            key: 'before',
            label: t('before', { year: year.year - 1 }),
            align: 'right',
            render: ([before]) => <End position={before} />,
          },
          {
            key: 'now',
            label: t('now', { day: dayOf(day) }),
            align: 'right',
            render: ([, now]) => <End position={now} />,
          },
        ]}
      />
      <div className="tax-inset stack">
        {methods.map((method) => (
          <Paragraphs key={method} method={method} ends={ends} year={year} day={day} />
        ))}
        <details className="tax-flow">
          <summary className="link">{t('flow')}</summary>
          <div className="stack">
            {year.flows.map((flow) =>
              methods.map((method) => (
                <Flow
                  key={`${flow.metal} ${method}`}
                  title={`${words(`metals.${flow.metal}`)}: ${words(`methods.${method}`)}`}
                  flow={flow[method]}
                />
              )),
            )}
          </div>
        </details>
      </div>
    </Card>
  );
}

/** Grams as the text below and the files have them: rounded down. */
function End({ position: { ouncesE4, heldE4, cost } }: { readonly position: MetalPosition }) {
  const t = useMessages(taxMessages.position);
  const words = useMessages(taxMessages);
  const f = useFormat();
  return (
    <>
      <span className="num">{f.weight(ouncesE4)}</span>
      <span className="sub">= {f.decimal(gramsOfOunces(ouncesE4) / 10_000, 4)} g</span>
      {TAX_METHODS.map((method) => (
        <span key={method} className="sub">
          {words(`methodsShort.${method}`)}: <Reais cost={cost[method]} />
        </span>
      ))}
      {heldE4 > 0 && <span className="sub">{t('held', { weight: f.weight(heldE4) })}</span>}
    </>
  );
}

type ParagraphsProps = {
  readonly method: TaxMethod;
  readonly ends: readonly Ends[];
  readonly year: TaxYear;
  readonly day: string;
};

function Paragraphs({ method, ends, year: { year, isOver }, day }: ParagraphsProps) {
  const t = useMessages(taxMessages.position);
  const words = useMessages(taxMessages);
  const text = ends.flatMap((pair) => assetParagraph(pair, { year, method, isOver, day }) ?? []).join('\n');
  if (text === '') return null;
  return (
    <div className="stack-close">
      <p className="tax-label">
        {t('paste')}: {words(`methods.${method}`)}
      </p>
      <p className="tax-paragraph" lang="pt-BR">
        {text}
      </p>
      <div>
        <CopyButton text={text} label={t('copy')} done={t('copied')} />
      </div>
      <p className="small quiet">{t('pasteText')}</p>
    </div>
  );
}

const LINES = ['opening', 'acquired', 'returned', 'disposed', 'undone', 'apart', 'closing'] as const;
const LEAVES: ReadonlySet<keyof CostFlow> = new Set(['disposed', 'undone', 'apart']);

function Flow({ title, flow }: { readonly title: string; readonly flow: CostFlow }) {
  const t = useMessages(taxMessages.position.flows);
  const shown = LINES.filter((line) => line === 'opening' || line === 'closing' || flow[line] !== 0);
  return (
    <div>
      <p className="tax-label">{title}</p>
      <Rows>
        {shown.map((line) => {
          const cost = flow[line];
          return (
            <Row key={line} label={t(line)} sum={line === 'closing'}>
              <Reais cost={cost !== null && LEAVES.has(line) ? -cost : cost} />
            </Row>
          );
        })}
      </Rows>
    </div>
  );
}
