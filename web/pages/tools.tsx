import { useMessages } from '../i18n/use-messages.ts';
import toolsMessages from '#messages/tools.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/charts.css';
import '../styles/calculators.css';
import '../styles/site.css';
import '../styles/prices.css';
import '../styles/markets.css';
import '../styles/parts.css';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { TradeActions } from './trade-actions.tsx';

export const meta = pageMeta(toolsMessages);

const Below = late(() => import('./tools-below.tsx'));

const SECTIONS = ['market', 'retirement', 'averaging', 'investment', 'allocation'] as const;

export default function ToolsPage() {
  const t = useMessages(toolsMessages);
  return (
    <>
      <PageHero
        title={t('hero.title')}
        lead={t('hero.lead')}
        actions={<TradeActions otherwise="pricing" />}
        aside={<Index />}
      />
      <PageContents parts={SECTIONS.map((id) => ({ id, title: t(`index.${id}`) }))} />
      <Below />
    </>
  );
}

function Index() {
  const t = useMessages(toolsMessages);
  return (
    <nav className="tools-index card" aria-label={t('index.label')}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section}>
            <a href={`#${section}`}>
              {t(`index.${section}`)}
              <Icon name="down" small />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
