import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import messages from '#messages/operators-bars.json';
import type { BarProposal } from '../../../../worker/contract/operators/bars.ts';

type BarFigures = BarProposal['bar'];

/** A bar in words: what names it, and its weights as the bar lists of the trade write them. */
export function useBarTexts() {
  const t = useMessages(messages);
  const f = useFormat();
  const metals = useMessages(commonMessages);
  const ounces = (e3: number) => f.decimal(e3 / 1_000, 3);
  const assay = (e1: number) => f.decimal(e1 / 10, 1);
  return {
    ounces,
    assay,
    nameOf: ({ metal, refiner, serial }: Pick<BarFigures, 'metal' | 'refiner' | 'serial'>) =>
      t('about', { metal: metals(`metals.${metal}`), refiner, serial }),
    weightsOf: ({ grossE3, assayE1, fineE3 }: BarFigures) =>
      t('weights', { gross: ounces(grossE3), assay: assay(assayE1), fine: ounces(fineE3) }),
  };
}
