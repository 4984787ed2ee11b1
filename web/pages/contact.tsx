import type { ReactNode } from 'react';
import { ContactForm } from '../features/site/contact-form.tsx';
import { OfficeCard, SupportHours } from '../features/site/support-hours.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { pageMeta } from '../shell/page-meta.ts';
import { buttonClasses } from '../ui/button.tsx';
import { ClosingCall } from '../ui/closing-call.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { LinkCard } from '../ui/link-card.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { COMPLAINT_BUSINESS_DAYS, CONSUMIDOR_URL } from '../../worker/domain/complaints.ts';
import { SITE_OWNER } from '../../worker/domain/site-owner.ts';
import '../styles/pages.css';
import '../styles/site.css';

export const meta = pageMeta(contactMessages);

export default function ContactPage() {
  const t = useMessages(contactMessages);
  return (
    <>
      <PageHero
        eyebrow={t('hero.eyebrow')}
        title={t('hero.title')}
        lead={t('hero.lead')}
        aside={<ContactMethods />}
      />
      <Section id="form" title={t('form.title')} lead={t('form.lead')} tight>
        <div className="contact-grid">
          <ContactForm />
          <div className="contact-side">
            <SupportHours />
            <UrgentHelp />
            <Complaints />
          </div>
        </div>
      </Section>
      <Section id="offices" title={t('offices.title')} lead={t('offices.lead')} band tight sample>
        <div className="grid-3 offices">
          <OfficeCard name="newYork" />
          <OfficeCard name="london" />
          <OfficeCard name="singapore" />
        </div>
      </Section>
      <QuickHelp />
      <Talk />
    </>
  );
}

type MethodProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
};

/** Telephone and chat if they are configured; e-mail and the form always (P29). */
function ContactMethods() {
  const t = useMessages(contactMessages);
  const { email, phone, chatUrl } = SITE_OWNER;
  return (
    <ul className="methods" aria-label={t('methods.label')}>
      {phone !== null && (
        <Method icon="phone" title={t('methods.phone.title')} note={t('methods.phone.note')}>
          <a className="link" href={phoneHref(phone)}>
            {phone}
          </a>
        </Method>
      )}
      <Method icon="mail" title={t('methods.email.title')} note={t('methods.email.note')}>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </Method>
      {chatUrl !== null && (
        <Method icon="chat" title={t('methods.chat.title')} note={t('methods.chat.note')}>
          <a className="link" href={chatUrl} rel="noopener">
            {t('methods.chat.link')}
          </a>
        </Method>
      )}
      <Method icon="write" title={t('methods.form.title')} note={t('methods.form.note')}>
        <a className="link" href="#form">
          {t('methods.form.link')}
        </a>
      </Method>
    </ul>
  );
}

function Method({ icon, title, note, children }: MethodProps) {
  return (
    <li className="method">
      <Icon name={icon} />
      <div>
        <strong>{title}</strong>
        {children}
        <p className="small quiet">{note}</p>
      </div>
    </li>
  );
}

/** The telephone if it is configured, otherwise an e-mail with a subject that marks it as urgent. */
function UrgentHelp() {
  const t = useMessages(contactMessages);
  const { email, phone } = SITE_OWNER;
  return (
    <section className="urgent" aria-labelledby="urgent-title">
      <h3 id="urgent-title">
        <Icon name="alert" />
        {t('urgent.title')}
      </h3>
      <p>{t('urgent.text')}</p>
      {phone === null ? (
        <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(t('urgent.subject'))}`}>
          {email}
        </a>
      ) : (
        <a className="link" href={phoneHref(phone)}>
          {phone}
        </a>
      )}
    </section>
  );
}

/** What becomes of a complaint, and where it goes next (P56). */
function Complaints() {
  const t = useMessages(contactMessages);
  return (
    <section className="urgent" id="complaints" aria-labelledby="complaints-title">
      <h3 id="complaints-title">
        <Icon name="write" />
        {t('complaints.title')}
      </h3>
      <p>{t('complaints.text', { days: COMPLAINT_BUSINESS_DAYS })}</p>
      <p>{t('complaints.next')}</p>
      <a className="link" href={CONSUMIDOR_URL} rel="noopener">
        consumidor.gov.br
      </a>
    </section>
  );
}

const CARDS = [
  { name: 'learn', to: '/learn' },
  { name: 'dashboard', to: '/dashboard' },
  { name: 'contact', to: '/contact#form' },
] as const;

function QuickHelp() {
  const t = useMessages(contactMessages);
  return (
    <Section id="quick" title={t('quick.title')} lead={t('quick.lead')} tight>
      <div className="grid-3">
        {CARDS.map(({ name, to }) => (
          <LinkCard
            key={name}
            to={to}
            title={t(`quick.${name}.title`)}
            text={t(`quick.${name}.text`)}
            linkText={t(`quick.${name}.link`)}
          />
        ))}
      </div>
    </Section>
  );
}

const INVERSE = buttonClasses({ variant: 'inverse', size: 'large' });

/** Call and chat if they are configured, otherwise e-mail (P29). */
function Talk() {
  const t = useMessages(contactMessages);
  const { email, phone, chatUrl } = SITE_OWNER;
  return (
    <ClosingCall title={t('close.title')} text={t('close.text')} plain>
      {phone !== null && (
        <a className={INVERSE} href={phoneHref(phone)}>
          {t('close.call')}
        </a>
      )}
      {chatUrl !== null && (
        <a className={INVERSE} href={chatUrl} rel="noopener">
          {t('close.chat')}
        </a>
      )}
      {phone === null && chatUrl === null && (
        <>
          <a className={INVERSE} href={`mailto:${email}`}>
            {t('close.write')}
          </a>
          <a className="closing-link" href="#form">
            {t('close.form')}
          </a>
        </>
      )}
    </ClosingCall>
  );
}

/** `tel:` takes no spaces. */
function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+0-9]/gu, '')}`;
}
