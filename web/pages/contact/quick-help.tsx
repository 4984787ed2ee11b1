import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { LinkCard } from '../../ui/link-card.tsx';
import { Section } from '../../ui/section.tsx';

const CARDS = [
  { name: 'learn', to: '/learn' },
  { name: 'dashboard', to: '/dashboard' },
  { name: 'contact', to: '/contact#form' },
] as const;

export function QuickHelp() {
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
