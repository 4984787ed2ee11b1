import { TERMS_VERSION } from '../../../worker/domain/terms.ts';
import { figures } from '../../i18n/figures.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Link } from '../../i18n/link.tsx';
import { useDictionary, useWords } from '../../i18n/use-words.ts';
import type { Words } from '../../i18n/words.ts';
import { legalWords } from '../../i18n/words/legal.ts';
import '../../styles/legal.css';
import { Note } from '../../ui/note.tsx';

type LegalTree = {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
  readonly [key: string]: unknown;
};

const DOCUMENTS = ['terms', 'privacy', 'risk'] as const;

type LegalDocumentProps<T extends LegalTree> = {
  readonly words: Words<T>;
  readonly current: (typeof DOCUMENTS)[number];
};

/** The version that sign-up records (worker/domain) is the version shown: one date for the three texts. */
const VERSION_AT = `${TERMS_VERSION}T12:00:00Z`;

/** A legal text: marked as a draft, dated, with a table of contents. */
export function LegalDocument<T extends LegalTree>({ words, current }: LegalDocumentProps<T>) {
  const t = useWords(legalWords);
  const f = useFormat();
  const text = useDictionary(words);
  const named = figures(f.locale);
  // Read by path, so that the figures are filled in and a missing text shows its key.
  const say = (path: string) => words.say(f.locale, path, named);
  return (
    <article className="wrap legal">
      <header className="legal-header">
        <h1>{text.title}</h1>
        <p className="legal-intro">{say('intro')}</p>
        <p className="small quiet">{t('version', { date: f.dateTime(VERSION_AT, 'long', 'UTC') })}</p>
        <Note icon="info" title={t('draft.title')}>
          {t('draft.text')}
        </Note>
      </header>
      <nav className="legal-contents" aria-labelledby="contents">
        <h2 id="contents" className="card-title">
          {t('contents')}
        </h2>
        <ol>
          {text.sections.map(({ title }, i) => (
            <li key={title}>
              <a href={`#s${i + 1}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {text.sections.map((section, i) => (
          <section key={section.title} id={`s${i + 1}`} aria-labelledby={`t${i + 1}`}>
            <h2 id={`t${i + 1}`}>
              <span className="legal-number num">{i + 1}</span>
              {section.title}
            </h2>
            {section.paragraphs.map((paragraph, j) => (
              <p key={paragraph}>{say(`sections.${i}.paragraphs.${j}`)}</p>
            ))}
          </section>
        ))}
        <nav className="legal-related" aria-label={t('related')}>
          <span className="muted">{t('related')}</span>
          {DOCUMENTS.filter((name) => name !== current).map((name) => (
            <Link key={name} to={`/legal/${name}`} className="link">
              {t(name)}
            </Link>
          ))}
        </nav>
      </div>
    </article>
  );
}
