import { ContactForm } from '../features/site/contact-form.tsx';
import { OfficeCard } from '../features/site/office-card.tsx';
import { SupportHours } from '../features/site/support-hours.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/contact.css';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { ContactMethods } from './contact/methods.tsx';
import { QuickHelp } from './contact/quick-help.tsx';
import { Talk } from './contact/talk.tsx';
import { UrgentHelp } from './contact/urgent.tsx';

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
