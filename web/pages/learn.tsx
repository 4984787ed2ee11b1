import { wordList } from '../i18n/filled.ts';
import { useText } from '../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/learn.css';
import '../styles/reading.css';
import '../styles/site.css';
import { late } from '../ui/late.tsx';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(learnMessages);

const Journey = late(async () => (await import('./learn/journey.tsx')).JourneySection);
const Beginners = late(async () => (await import('./learn/articles.tsx')).BeginnersSection);
const Strategy = late(async () => (await import('./learn/articles.tsx')).StrategySection);
const Types = late(async () => (await import('./learn/types.tsx')).TypesSection);
const History = late(async () => (await import('./learn/history.tsx')).HistorySection);
const Questions = late(async () => (await import('./learn/closing.tsx')).QuestionsSection);
const Closing = late(async () => (await import('./learn/closing.tsx')).ClosingSection);

/** Everything is open text on one page: the cards lead to the articles below them, also without a script. */
export default function LearnPage() {
  const { hero } = useText(learnMessages);
  return (
    <>
      <PageHero eyebrow={hero.eyebrow} title={hero.title} lead={hero.lead} />
      <Highlights />
      <Journey />
      <Beginners />
      <Strategy />
      <Types />
      <History />
      <Questions />
      <Closing />
    </>
  );
}

/** Three ways into the page. */
function Highlights() {
  const { hero } = useText(learnMessages);
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
