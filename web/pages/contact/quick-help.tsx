import { useWords } from '../../i18n/use-words.ts';
import { contactWords } from '../../i18n/words/contact.ts';
import { LinkCard } from '../../ui/link-card.tsx';
import { Section } from '../../ui/section.tsx';

const CARDS = [
  { name: 'learn', to: '/learn' },
  { name: 'dashboard', to: '/dashboard' },
  { name: 'contact', to: '/contact#form' },
] as const;

export function QuickHelp() {
  const t = useWords(contactWords);
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
