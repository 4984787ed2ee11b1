import { StartLink } from '../../features/auth/start-link.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import aboutMessages from '#messages/about.json';
import { ClosingCall } from '../../ui/closing-call.tsx';
import { LinkCard } from '../../ui/link-card.tsx';
import { Section } from '../../ui/section.tsx';

export function MoreSection() {
  const { more } = useText(aboutMessages);
  return (
    <Section id="more" title={more.title} tight>
      <div className="grid-4">
        {wordList(more.cards).map(({ to, title, text, link }) => (
          <LinkCard key={to} to={to} title={title} text={text} linkText={link} />
        ))}
      </div>
    </Section>
  );
}

export function ClosingSection() {
  const { close } = useText(aboutMessages);
  return (
    <ClosingCall title={close.title} text={close.text}>
      <StartLink variant="inverse" size="large" />
    </ClosingCall>
  );
}
