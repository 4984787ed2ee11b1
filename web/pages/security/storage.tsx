// Vaults and insurance: nothing here can be checked by software, so both sections carry the label (decision 10).

import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import securityMessages from '#messages/security.json';
import { Globe } from '../../ui/globe.tsx';
import { Section } from '../../ui/section.tsx';

/** Degrees north, for the drawings. */
const LATITUDES: Readonly<Record<string, number>> = { zurich: 47.4, london: 51.5, singapore: 1.3 };

export function InsuranceSection() {
  const { insurance } = useText(securityMessages);
  return (
    <Section id="insurance" title={insurance.title} lead={insurance.lead} band sample>
      <dl className="terms">
        {wordList(insurance.items).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function VaultsSection() {
  const { vaults } = useText(securityMessages);
  return (
    <Section id="vaults" title={vaults.title} lead={vaults.lead} sample>
      <ul className="grid-3 vaults">
        {wordList(vaults.items).map(({ place, city, country, text }) => (
          <li key={place} className="vault">
            <Globe latitude={LATITUDES[place] ?? 0} />
            <h3>{city}</h3>
            <p className="small quiet">{country}</p>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
