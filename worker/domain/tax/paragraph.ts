// The text for "Bens e Direitos" of a Brazilian tax return: Portuguese in every language of the site, because that is where it goes. It
// names no code of the return: what is published about them does not agree.

import { gramsOfOunces } from '../grams.ts';
import { fixedFigure } from '../number-format.ts';
import type { TradedMetal } from '../metals.ts';
import type { Cost } from './pools.ts';
import type { MetalPosition, TaxMethod } from './workbook.ts';

const METALS: Readonly<Record<TradedMetal, string>> = { gold: 'Ouro', silver: 'Prata' };
const METHODS: Readonly<Record<TaxMethod, string>> = {
  average: 'pela média ponderada',
  fifo: 'pela ordem de entrada (primeiro a entrar, primeiro a sair)',
};

const reais = (cost: Cost): string =>
  cost === null ? 'pendente de cotação' : `R$ ${fixedFigure('pt-BR', cost, 2)}`;

/** Of metal that was there at either end; null where there was none. */
export function assetParagraph(
  [before, now]: readonly [before: MetalPosition, now: MetalPosition],
  {
    year,
    method,
    isOver,
    day,
  }: { readonly year: number; readonly method: TaxMethod; readonly isOver: boolean; readonly day: string },
): string | null {
  if (before.ouncesE4 === 0 && now.ouncesE4 === 0) return null;
  const weight = `${fixedFigure('pt-BR', now.ouncesE4, 4)} onças troy (${fixedFigure('pt-BR', gramsOfOunces(now.ouncesE4), 4)} g)`;
  const [last = '', month = '', date = ''] = day.split('-');
  const end = isOver ? `31/12/${year}` : `${date}/${month}/${last}`;
  return [
    `${METALS[now.metal]}: ${weight} em ${end}, sob custódia da Onça em conta no nome do declarante.`,
    `Custo de aquisição ${METHODS[method]}, com a tarifa, convertido pela PTAX de venda do dia de cada pagamento (IN SRF 118/2000, art. 2º).`,
    `Situação em 31/12/${year - 1}: ${reais(before.cost[method])}. Situação em ${end}: ${reais(now.cost[method])}.`,
  ].join(' ');
}
