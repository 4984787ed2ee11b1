import { FactSources } from '../../features/prices/fact-sources.tsx';
import { SILVER_DEMAND, SOURCES } from '../../features/prices/facts.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import silverMoreMessages from '#messages/silver-more.json';
import { Section } from '../../ui/section.tsx';

/** What industry uses silver for. Only solar power has a figure that could be sourced; the others have none. */
const USES = ['solar', 'electronics', 'joining', 'health'] as const;

export function SilverUses() {
  const t = useMessages(silverMoreMessages);
  const f = useFormat();
  const solar = SILVER_DEMAND.find(({ id }) => id === 'photovoltaics')?.value ?? 0;
  const industry = SILVER_DEMAND.find(({ id }) => id === 'industrial')?.value ?? 0;
  const named = { solar: f.decimal(solar, 1), industry: f.decimal(industry, 1) };
  return (
    <Section id="uses" title={t('uses.title')} lead={t('uses.lead')} tight>
      <ul className="grid-4">
        {USES.map((use) => (
          <li key={use} className="use-card">
            <h3>{t(`uses.${use}.title`)}</h3>
            <p>{t(`uses.${use}.text`, named)}</p>
          </li>
        ))}
      </ul>
      <FactSources sources={[SOURCES.silverDemand]} />
    </Section>
  );
}
