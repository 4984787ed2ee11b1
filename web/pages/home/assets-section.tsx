import { AssetTable } from '../../features/prices/asset-table.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { homeFiguresWords } from '../../i18n/words/home-figures.ts';
import { Section } from '../../ui/section.tsx';

export function AssetsSection() {
  const t = useWords(homeFiguresWords);
  return (
    <Section id="assets" title={t('assets.title')} lead={t('assets.lead')}>
      <AssetTable />
    </Section>
  );
}
