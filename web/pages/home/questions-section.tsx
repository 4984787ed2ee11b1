import { StartLink } from '../../features/auth/start-link.tsx';
import { Link } from '../../i18n/link.tsx';
import { useText } from '../../i18n/use-text.ts';
import homeFaqMessages from '#messages/home-faq.json';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { Faq } from '../../ui/faq.tsx';
import { Section } from '../../ui/section.tsx';

/** The last questions, and the call that follows them. */
export function QuestionsSection() {
  const text = useText(homeFaqMessages);
  return (
    <>
      <Section id="faq" title={text.title} narrow band>
        <Faq items={text.items} id="home-faq" />
        <p className="section-foot muted">
          {text.more}{' '}
          <Link to="/contact" className="link">
            {text.contact}
          </Link>
        </p>
      </Section>
      <ClosingCall title={text.close.title} text={text.close.text}>
        <StartLink variant="inverse" size="large" />
      </ClosingCall>
    </>
  );
}
