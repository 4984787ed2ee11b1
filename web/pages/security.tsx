import { StartLink } from '../features/session/start-link.tsx';
import { useText } from '../i18n/use-text.ts';
import { securityWords } from '../i18n/words/security.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/reading.css';
import '../styles/security.css';
import '../styles/site.css';
import { ClosingCall } from '../ui/closing-call.tsx';
import { Faq } from '../ui/faq.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { DigitalSection, MeasuresSection } from './security/software.tsx';
import { InsuranceSection, VaultsSection } from './security/storage.tsx';

export const meta = pageMeta(securityWords);

/** What the software does is said as fact; what it cannot check is in sections that say so (decision 10). */
export default function SecurityPage() {
  const text = useText(securityWords);
  return (
    <>
      <PageHero
        eyebrow={text.hero.eyebrow}
        title={text.hero.title}
        lead={text.hero.lead}
        actions={
          <>
            <StartLink variant="primary" size="large" />
            <LinkButton to="/legal/risk" size="large">
              {text.hero.risks}
            </LinkButton>
          </>
        }
      />
      <MeasuresSection />
      <InsuranceSection />
      <VaultsSection />
      <DigitalSection />
      <Section id="privacy" title={text.privacy.title} tight>
        <div className="commitment">
          <p>{text.privacy.text}</p>
          <LinkButton to="/legal/privacy">{text.privacy.link}</LinkButton>
        </div>
      </Section>
      <Section id="questions" title={text.faq.title} band narrow>
        <Faq items={text.faq.items} id="security-questions" />
      </Section>
      <ClosingCall title={text.close.title} text={text.close.text}>
        <StartLink variant="inverse" size="large" />
      </ClosingCall>
    </>
  );
}
