import { FactSources } from '../features/prices/fact-sources.tsx';
import { CardPicture } from '../features/site/card-picture.tsx';
import { messageList, useText } from '../i18n/use-text.ts';
import { Link } from '../i18n/link.tsx';
import learnMessages from '#messages/learn.json';
import { ARTICLE_SOURCES, EVENT_SOURCES, QUESTION_SOURCES, TYPE_SOURCES } from './learn-sources.ts';
import { LinkButton } from '../ui/button.tsx';
import { Faq } from '../ui/faq.tsx';
import { Fold } from '../ui/fold.tsx';
import { Plate } from '../ui/plate.tsx';
import { Section } from '../ui/section.tsx';
import { PageClosing } from './page-closing.tsx';
import { inCatalogue, LEARN_CARDS } from '../../worker/domain/card-catalogue.ts';

/** Six cards with drawings; each links to its article on this page. */
function JourneySection() {
  const { journey } = useText(learnMessages);
  return (
    <Section id="journey" title={journey.title} lead={journey.lead} tight>
      <ol className="grid-3">
        {messageList(journey.cards).map(({ id, title, text, link, image }) => (
          <li key={id}>
            <article className="link-card journey-card">
              <JourneyPicture id={id} label={image} />
              <h3>{title}</h3>
              <p>{text}</p>
              <a href={`#${id}`} className="link">
                {link}
              </a>
            </article>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function JourneyPicture({ id, label }: { readonly id: string; readonly label: string }) {
  const plate = <Plate name={id} label={label} />;
  // Three of the six an operator may give an image.
  const card = inCatalogue(LEARN_CARDS, id);
  if (card === undefined) return plate;
  return (
    <CardPicture page="learn" card={card} frame="plate">
      {plate}
    </CardPicture>
  );
}

type Article = { readonly id: string; readonly title: string; readonly paragraphs: readonly string[] };

type ArticlesSectionProps = {
  readonly id: string;
  readonly texts: { readonly title: string; readonly articles: readonly Article[] };
  readonly band?: boolean;
};

function BeginnersSection() {
  return <ArticlesSection id="beginners" texts={useText(learnMessages).beginners} band />;
}

function StrategySection() {
  return <ArticlesSection id="strategy" texts={useText(learnMessages).strategy} />;
}

/** Articles one below the other: the title stays beside the text on wide screens. */
function ArticlesSection({ id, texts, band = false }: ArticlesSectionProps) {
  return (
    <Section id={id} title={texts.title} band={band}>
      {messageList(texts.articles).map((article) => (
        <ArticleText key={article.id} {...article} />
      ))}
    </Section>
  );
}

function ArticleText({ id, title, paragraphs }: Article) {
  const { journey } = useText(learnMessages);
  const sources = ARTICLE_SOURCES[id] ?? [];
  return (
    <article className="reading" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <Fold summary={messageList(journey.cards).find((card) => card.id === id)?.link ?? title}>
        {/* Inside, so that a link to the article opens it. */}
        <div className="prose" id={id}>
          {messageList(paragraphs).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {sources.length > 0 && <FactSources sources={sources} />}
      </Fold>
    </article>
  );
}

/** Four ways of owning metal, with advantages and disadvantages. */
function TypesSection() {
  const { types } = useText(learnMessages);
  return (
    <Section id="advanced" title={types.title} lead={types.lead} band>
      <ul className="grid-4 types">
        {messageList(types.cards).map(({ id, title, pros, cons, best }) => (
          <li key={id}>
            <h3>{title}</h3>
            <Points label={types.pros} points={pros} sign="for" />
            <Points label={types.cons} points={cons} sign="against" />
            <p className="types-best">
              <span className="problem-label">{types.best}</span>
              {best}
            </p>
          </li>
        ))}
      </ul>
      <p className="types-ours">{types.ours}</p>
      <FactSources sources={TYPE_SOURCES} />
    </Section>
  );
}

type PointsProps = {
  readonly label: string;
  readonly points: readonly string[];
  readonly sign: 'for' | 'against';
};

function Points({ label, points, sign }: PointsProps) {
  return (
    <div>
      <p className="problem-label">{label}</p>
      <ul className={`points-${sign}`}>
        {messageList(points).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

/** Nine years; an event without a source is not shown (P11). */
function HistorySection() {
  const { history } = useText(learnMessages);
  return (
    <Section id="history" title={history.title} lead={history.lead}>
      <ol className="years">
        {messageList(history.events).map(({ id, year, text }) => {
          const sources = EVENT_SOURCES[id] ?? [];
          return sources.length === 0 ? null : (
            <li key={id}>
              <h3 className="num">{year}</h3>
              <div>
                <p>{text}</p>
                <FactSources sources={sources} />
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function QuestionsSection() {
  const { faq } = useText(learnMessages);
  return (
    <Section id="questions" title={faq.title} band narrow>
      <Faq items={faq.items} id="learn-questions" />
      <FactSources sources={QUESTION_SOURCES} />
    </Section>
  );
}

function ClosingSection() {
  const { close } = useText(learnMessages);
  return (
    <PageClosing title={close.title} text={close.text} plain customers="tools">
      <LinkButton to="/tools" variant="inverse" size="large">
        {close.tools}
      </LinkButton>
      <Link to="/signup" className="closing-link">
        {close.open}
      </Link>
    </PageClosing>
  );
}

export default function Below() {
  return (
    <>
      <JourneySection />
      <BeginnersSection />
      <StrategySection />
      <TypesSection />
      <HistorySection />
      <QuestionsSection />
      <ClosingSection />
    </>
  );
}
