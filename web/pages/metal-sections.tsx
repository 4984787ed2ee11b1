// The late sections that /gold and /silver share.

import { PriceChart } from '../features/prices/price-chart.tsx';
import { RatioChart } from '../features/prices/ratio-chart.tsx';
import { CardPicture } from '../features/site/card-picture.tsx';
import type { CardsOf } from '../../worker/domain/card-catalogue.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { CardDrawing } from '../ui/card-drawing.tsx';
import { LinkCard } from '../ui/link-card.tsx';

export function MetalCharts({ metal }: { readonly metal: TradedMetal }) {
  return (
    <div className="section section-band section-tight" id="chart">
      <div className="wrap market-charts">
        <PriceChart metal={metal} />
        <RatioChart />
      </div>
    </div>
  );
}

type MetalCardsProps<M extends TradedMetal> = {
  readonly metal: M;
  readonly cards: readonly {
    readonly card: CardsOf<M>;
    readonly to: string;
    readonly title: string;
    readonly text: string;
    readonly link: string;
  }[];
};

/** Reasons for the metal, each with its drawing, which an operator may replace with an image. */
export function MetalCards<M extends TradedMetal>({ metal, cards }: MetalCardsProps<M>) {
  return (
    <div className="grid-3">
      {cards.map(({ card, to, title, text, link }) => (
        <LinkCard
          key={card}
          to={to}
          picture={
            <CardPicture page={metal} card={card} frame="drawing">
              <CardDrawing name={card} />
            </CardPicture>
          }
          title={title}
          text={text}
          linkText={link}
        />
      ))}
    </div>
  );
}
