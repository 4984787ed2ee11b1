import type { ReactNode } from 'react';
import { TERMS_VERSION } from '../../../worker/domain/terms.ts';
import { messageList, useText } from '../../i18n/use-text.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import legalMessages from '#messages/legal.json';
import '../../styles/reading.css';
import { PageContents } from '../../ui/page-contents.tsx';
import { Note } from '../../ui/note.tsx';

type LegalSection = {
  /** The anchor of the section: `/legal/privacy#cookies`. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly points?: readonly string[] | undefined;
  readonly closing?: string | undefined;
};

type LegalTree = {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly LegalSection[];
  readonly [key: string]: unknown;
};

const DOCUMENTS = ['terms', 'privacy', 'disclaimer', 'risk'] as const;

type LegalDocumentProps<T extends LegalTree> = {
  readonly messages: T;
  readonly current: (typeof DOCUMENTS)[number];
  /** Content after the text of a section, by the section's id: a table. */
  readonly extras?: Readonly<Record<string, ReactNode>>;
};

/** The version that sign-up records (worker/domain) is the one shown: one date for the four texts. */
const VERSION_AT = `${TERMS_VERSION}T12:00:00Z`;

/** A legal text: marked as a draft, dated, with a table of contents. */
export function LegalDocument<T extends LegalTree>({ messages, current, extras }: LegalDocumentProps<T>) {
  const t = useMessages(legalMessages);
  const f = useFormat();
  const text: LegalTree = useText(messages);
  const sections = messageList(text.sections);
  return (
    <>
      <PageContents parts={sections} />
      <article className="wrap legal">
        <header className="legal-header">
          <h1>{text.title}</h1>
          <p className="legal-intro">{text.intro}</p>
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
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-text">
          {sections.map((section, i) => (
            <SectionText key={section.id} number={i + 1} section={section} extra={extras?.[section.id]} />
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
    </>
  );
}

type SectionTextProps = {
  readonly number: number;
  readonly section: LegalSection;
  readonly extra: ReactNode;
};

function SectionText({ number, section, extra }: SectionTextProps) {
  const { id, title, paragraphs, points, closing } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span className="legal-number num">{number}</span>
        {title}
      </h2>
      {messageList(paragraphs).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points !== undefined && (
        <ul>
          {messageList(points).map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {closing !== undefined && <p>{closing}</p>}
      {extra}
    </section>
  );
}
