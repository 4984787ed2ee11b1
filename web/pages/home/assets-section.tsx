import { AssetTable } from '../../features/prices/asset-table.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import homeFiguresMessages from '#messages/home-figures.json';
import { Section } from '../../ui/section.tsx';

export function AssetsSection() {
  const t = useMessages(homeFiguresMessages);
  return (
    <Section id="assets" title={t('assets.title')} lead={t('assets.lead')}>
      <AssetTable />
    </Section>
  );
}
