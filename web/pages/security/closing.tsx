import { StartLink } from '../../features/auth/start-link.tsx';
import { useText } from '../../i18n/use-text.ts';
import securityMessages from '#messages/security.json';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { Faq } from '../../ui/faq.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Section } from '../../ui/section.tsx';

export function PrivacySection() {
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

export function QuestionsSection() {
  const { faq } = useText(securityMessages);
  return (
    <Section id="questions" title={faq.title} band narrow>
      <Faq items={faq.items} id="security-questions" />
    </Section>
  );
}

export function ClosingSection() {
  const { close } = useText(securityMessages);
  return (
    <ClosingCall title={close.title} text={close.text}>
      <StartLink variant="inverse" size="large" />
    </ClosingCall>
  );
}
