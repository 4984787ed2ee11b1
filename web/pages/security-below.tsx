import { StartLink } from '../features/auth/start-link.tsx';
import { Link } from '../i18n/link.tsx';
import { messageList, useText } from '../i18n/use-text.ts';
import securityMessages from '#messages/security.json';
import { Faq } from '../ui/faq.tsx';
import { Globe } from '../ui/globe.tsx';
import { LinkButton } from '../ui/button.tsx';
import { RuleDrawing } from '../ui/rule-drawing.tsx';
import { Section } from '../ui/section.tsx';
import { PageClosing } from './page-closing.tsx';

// Every sentence of these two sections describes implemented behaviour: the ledger, the quotes, the sessions, the
// headers.

function MeasuresSection() {
  const { measures } = useText(securityMessages);
  return (
    <Section id="measures" title={measures.title} lead={measures.lead}>
      <ul className="grid-3 measures">
        {messageList(measures.items).map(({ drawing, title, text }) => (
          <li key={title}>
            <RuleDrawing name={drawing} />
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DigitalSection() {
  const { digital } = useText(securityMessages);
  return (
    <Section id="digital" title={digital.title} lead={digital.lead} band>
      <dl className="terms terms-two">
        {messageList(digital.items).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

// Vaults and insurance: software cannot check them, so both sections have the label (P10).

/** For the drawings; the texts name the same degrees. */
export const PLACES: Readonly<Record<string, Parameters<typeof Globe>[0]>> = {
  zurich: { latitude: 47.4, longitude: 8.5 },
  london: { latitude: 51.5, longitude: -0.1 },
  singapore: { latitude: 1.3, longitude: 103.8 },
};

function InsuranceSection() {
  const { insurance } = useText(securityMessages);
  return (
    <Section id="insurance" title={insurance.title} lead={insurance.lead} band sample>
      <dl className="terms">
        {messageList(insurance.items).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function VaultsSection() {
  const { vaults } = useText(securityMessages);
  return (
    <Section id="vaults" title={vaults.title} lead={vaults.lead} sample>
      <ul className="grid-3 vaults">
        {messageList(vaults.items).map(({ place, city, at, country, text }) => (
          <li key={place} className="vault">
            <Globe {...(PLACES[place] ?? { latitude: 0, longitude: 0 })} />
            <h3>{city}</h3>
            <p className="small quiet">
              {country} <span className="num">({at})</span>
            </p>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PrivacySection() {
  const { privacy } = useText(securityMessages);
  return (
    <Section id="privacy" title={privacy.title} tight>
      <div className="commitment">
        <p>{privacy.text}</p>
        <LinkButton to="/legal/privacy">{privacy.link}</LinkButton>
      </div>
    </Section>
  );
}

function QuestionsSection() {
  const { faq } = useText(securityMessages);
  return (
    <Section id="questions" title={faq.title} band narrow>
      <Faq items={faq.items} id="security-questions" />
    </Section>
  );
}

function ClosingSection() {
  const { close } = useText(securityMessages);
  return (
    <PageClosing title={close.title} text={close.text} plain>
      <StartLink variant="inverse" size="large" />
      <Link to="/contact" className="closing-link">
        {close.report}
      </Link>
    </PageClosing>
  );
}

export default function Below() {
  return (
    <>
      <MeasuresSection />
      <InsuranceSection />
      <VaultsSection />
      <DigitalSection />
      <PrivacySection />
      <QuestionsSection />
      <ClosingSection />
    </>
  );
}
