import { messageList, useText } from '../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/reading.css';
import '../styles/site.css';
import { late } from '../ui/late.tsx';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { TradeActions } from './trade-actions.tsx';

export const meta = pageMeta(learnMessages);

const Below = late(() => import('./learn-below.tsx'));

/** All text is on one page: the cards link to the articles below, also without scripts. */
export default function LearnPage() {
  const { hero, journey, beginners, strategy, types, history, faq } = useText(learnMessages);
  return (
    <>
      <PageHero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        actions={<TradeActions otherwise="pricing" />}
      />
      <Highlights />
      <PageContents
        parts={[
          { id: 'journey', title: journey.title },
          { id: 'beginners', title: beginners.title },
          { id: 'strategy', title: strategy.title },
          { id: 'advanced', title: types.title },
          { id: 'history', title: history.title },
          { id: 'questions', title: faq.title },
        ]}
      />
      <Below />
    </>
  );
}

function Highlights() {
  const { hero } = useText(learnMessages);
  return (
    <nav className="wrap highlights" aria-label={hero.contents}>
      <ul className="grid-3">
        {messageList(hero.highlights).map(({ to, title, text }) => (
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
