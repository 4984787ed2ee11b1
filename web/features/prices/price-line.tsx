import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { useWords } from '../../i18n/use-words.ts';
import { commonWords } from '../../i18n/words/common.ts';
import { pricesWords } from '../../i18n/words/prices.ts';
import '../../styles/price-line.css';
import { Money } from '../../ui/money.tsx';
import { useSpot } from './use-spot.ts';

/** The price of what is traded here, in one quiet line: on every public page, in the page as it is sent. */
export function PriceLine() {
  return (
    <dl className="price-line">
      {TRADED_METALS.map((metal) => (
        <PricePair key={metal} metal={metal} />
      ))}
    </dl>
  );
}

function PricePair({ metal }: { readonly metal: TradedMetal }) {
  const t = useWords(pricesWords);
  const names = useWords(commonWords);
  const { cents } = useSpot(metal);
  return (
    <div>
      <dt>{t('ounceOf', { metal: names(`metals.${metal}`) })}</dt>
      <dd className="num">
        <Money cents={cents} slot={metal} />
      </dd>
    </div>
  );
}
