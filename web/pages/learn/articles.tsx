import { FactSources } from '../../features/prices/fact-sources.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { Section } from '../../ui/section.tsx';
import { ARTICLE_SOURCES } from './sources.ts';

type Article = { readonly id: string; readonly title: string; readonly paragraphs: readonly string[] };

type ArticlesSectionProps = {
  readonly id: string;
  readonly words: { readonly title: string; readonly articles: readonly Article[] };
  readonly band?: boolean;
};

export function BeginnersSection() {
  return <ArticlesSection id="beginners" words={useText(learnMessages).beginners} band />;
}

export function StrategySection() {
  return <ArticlesSection id="strategy" words={useText(learnMessages).strategy} />;
}

/** Articles one below the other: the title stays beside the text on wide screens. */
function ArticlesSection({ id, words, band = false }: ArticlesSectionProps) {
  return (
    <Section id={id} title={words.title} band={band}>
      {wordList(words.articles).map((article) => (
        <ArticleText key={article.id} {...article} />
      ))}
    </Section>
  );
}

function ArticleText({ id, title, paragraphs }: Article) {
  const sources = ARTICLE_SOURCES[id] ?? [];
  return (
    <article className="reading" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <div>
        <div className="prose">
          {wordList(paragraphs).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {sources.length > 0 && <FactSources sources={sources} />}
      </div>
    </article>
  );
}
