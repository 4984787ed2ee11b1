import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import { type Series, USD_BRL } from '../../../../worker/domain/price-rules.ts';

export function useSeriesName(): (series: Series) => string {
  const t = useWords(adminFeedWords);
  const common = useWords(commonWords);
  return (series) => (series === USD_BRL ? t('series.usd-brl') : common(`metals.${series}`));
}
