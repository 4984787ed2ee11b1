import { StartLink } from '../features/session/start-link.tsx';
import { StatsBand } from '../features/stats/stats-band.tsx';
import { wordList } from '../i18n/filled.ts';
import { useText } from '../i18n/use-text.ts';
import { aboutWords } from '../i18n/words/about.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/about.css';
import '../styles/reading.css';
import '../styles/site.css';
import '../styles/stats-band.css';
import { ClosingCall } from '../ui/closing-call.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { LinkCard } from '../ui/link-card.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { MilestonesSection, TeamSection } from './about/company.tsx';
import { MissionSection, ValuesSection } from './about/purpose.tsx';

export const meta = pageMeta(aboutWords);

export default function AboutPage() {
  const text = useText(aboutWords);
  return (
    <>
      <PageHero
        eyebrow={text.hero.eyebrow}
        title={text.hero.title}
        lead={text.hero.lead}
        actions={
          <>
            <StartLink variant="primary" size="large" />
            <LinkButton to="/contact" size="large">
              {text.hero.contact}
            </LinkButton>
          </>
        }
      />
      <StatsBand />
      <MissionSection />
      <ValuesSection />
      <MilestonesSection />
      <TeamSection />
      <Section id="more" title={text.more.title} tight>
        <div className="grid-4">
          {wordList(text.more.cards).map(({ to, title, text: words, link }) => (
            <LinkCard key={to} to={to} title={title} text={words} linkText={link} />
          ))}
        </div>
      </Section>
      <ClosingCall title={text.close.title} text={text.close.text}>
        <StartLink variant="inverse" size="large" />
      </ClosingCall>
    </>
  );
}
