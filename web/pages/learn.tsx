import { StartLink } from '../features/session/start-link.tsx';
import { FactSources } from '../features/market/fact-sources.tsx';
import { wordList } from '../i18n/filled.ts';
import { Link } from '../i18n/link.tsx';
import { useText } from '../i18n/use-text.ts';
import { learnWords } from '../i18n/words/learn.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/learn.css';
import '../styles/reading.css';
import '../styles/site.css';
import { ClosingCall } from '../ui/closing-call.tsx';
import { Faq } from '../ui/faq.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { ArticlesSection } from './learn/articles.tsx';
import { HistorySection } from './learn/history.tsx';
import { JourneySection } from './learn/journey.tsx';
import { QUESTION_SOURCES } from './learn/sources.ts';
import { TypesSection } from './learn/types.tsx';

export const meta = pageMeta(learnWords);

/** Everything is open text on one page: the cards lead to the articles below them, also without a script. */
export default function LearnPage() {
  const text = useText(learnWords);
  return (
    <>
      <PageHero eyebrow={text.hero.eyebrow} title={text.hero.title} lead={text.hero.lead} />
      <Highlights />
      <JourneySection />
      <ArticlesSection id="beginners" words={text.beginners} band />
      <ArticlesSection id="strategy" words={text.strategy} />
      <TypesSection />
      <HistorySection />
      <Section id="questions" title={text.faq.title} band narrow>
        <Faq items={text.faq.items} id="learn-questions" />
        <FactSources sources={QUESTION_SOURCES} />
      </Section>
      <ClosingCall title={text.close.title} text={text.close.text}>
        <StartLink variant="inverse" size="large" />
        <Link to="/tools" className="closing-link">
          {text.close.tools}
        </Link>
      </ClosingCall>
    </>
  );
}

/** Three ways into the page. */
function Highlights() {
  const { hero } = useText(learnWords);
  return (
    <nav className="wrap highlights" aria-label={hero.contents}>
      <ul className="grid-3">
        {wordList(hero.highlights).map(({ to, title, text }) => (
          <li key={to}>
            <a href={`#${to}`}>
              <strong>{title}</strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
