import { StartLink } from '../features/auth/start-link.tsx';
import { StatsBand } from '../features/prices/stats-band.tsx';
import { useText } from '../i18n/use-text.ts';
import aboutMessages from '#messages/about.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/reading.css';
import '../styles/site.css';
import { late } from '../ui/late.tsx';
import { LinkButton } from '../ui/button.tsx';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(aboutMessages);

const Below = late(() => import('./about-below.tsx'));

export default function AboutPage() {
  const { hero, mission, values, milestones, team, more } = useText(aboutMessages);
  return (
    <>
      <PageHero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        actions={
          <>
            <StartLink variant="primary" size="large" />
            <LinkButton to="/contact" size="large">
              {hero.contact}
            </LinkButton>
          </>
        }
      />
      <StatsBand />
      <PageContents
        parts={[
          { id: 'mission', title: mission.title },
          { id: 'values', title: values.title },
          { id: 'milestones', title: milestones.title },
          { id: 'team', title: team.title },
          { id: 'more', title: more.title },
        ]}
      />
      <Below />
    </>
  );
}
