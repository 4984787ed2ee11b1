// Every sentence of these two sections describes code that runs today: the ledger, the quotes, the sessions, the headers.

import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import securityMessages from '#messages/security.json';
import { RuleDrawing } from '../../ui/rule-drawing.tsx';
import { Section } from '../../ui/section.tsx';

export function MeasuresSection() {
  const { measures } = useText(securityMessages);
  return (
    <Section id="measures" title={measures.title} lead={measures.lead}>
      <ul className="grid-3 measures">
        {wordList(measures.items).map(({ drawing, title, text }) => (
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

export function DigitalSection() {
  const { digital } = useText(securityMessages);
  return (
    <Section id="digital" title={digital.title} lead={digital.lead} band>
      <dl className="terms terms-two">
        {wordList(digital.items).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
