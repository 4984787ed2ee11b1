import { FactSources } from '../../features/prices/fact-sources.tsx';
import { StartLink } from '../../features/auth/start-link.tsx';
import { Link } from '../../i18n/link.tsx';
import { useText } from '../../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { Faq } from '../../ui/faq.tsx';
import { Section } from '../../ui/section.tsx';
import { QUESTION_SOURCES } from './sources.ts';

export function QuestionsSection() {
  const { faq } = useText(learnMessages);
  return (
    <Section id="questions" title={faq.title} band narrow>
      <Faq items={faq.items} id="learn-questions" />
      <FactSources sources={QUESTION_SOURCES} />
    </Section>
  );
}

export function ClosingSection() {
  const { close } = useText(learnMessages);
  return (
    <ClosingCall title={close.title} text={close.text}>
      <StartLink variant="inverse" size="large" />
      <Link to="/tools" className="closing-link">
        {close.tools}
      </Link>
    </ClosingCall>
  );
}
