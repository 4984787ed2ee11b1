import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { SITE_OWNER } from '../../worker/domain/site-owner.ts';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Icon } from './icon.tsx';

type SectionProps = {
  /** The target of links; the heading's id is this with `-title` after it. */
  readonly id: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Above the title. */
  readonly picture?: ReactNode;
  /** On the surface colour, between two hairlines. */
  readonly band?: boolean;
  /** Text width, for questions and reading. */
  readonly narrow?: boolean;
  /** Less space above and below, on pages of many short sections. */
  readonly tight?: boolean;
  /** Labels the content as an example that software cannot check. */
  readonly sample?: boolean;
  readonly children: ReactNode;
};

export function Section({ id, title, lead, picture, band, narrow, tight, sample, children }: SectionProps) {
  return (
    <section
      id={id}
      className={classes(
        'section',
        band === true && 'section-band',
        narrow === true && 'section-narrow',
        tight === true && 'section-tight',
      )}
      aria-labelledby={`${id}-title`}
    >
      <div className="wrap">
        {sample === true && <SampleLabel />}
        <header className="section-header">
          {picture}
          <h2 id={`${id}-title`}>{title}</h2>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}

/** Labels a section as examples until the company has supplied the real text (P10). */
function SampleLabel({ sample = SITE_OWNER.contentIsSample }: { readonly sample?: boolean }) {
  const t = useMessages(commonMessages);
  if (!sample) return null;
  return (
    <p className="sample-label">
      <Icon name="info" small />
      {t('sample')}
    </p>
  );
}
