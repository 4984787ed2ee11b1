import { FactSources } from '../../features/prices/fact-sources.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { Section } from '../../ui/section.tsx';
import { TYPE_SOURCES } from './sources.ts';

/** Four ways of owning metal, with what speaks for and against each. */
export function TypesSection() {
  const { types } = useText(learnMessages);
  return (
    <Section id="advanced" title={types.title} lead={types.lead} band>
      <ul className="grid-4 types">
        {wordList(types.cards).map(({ id, title, pros, cons, best }) => (
          <li key={id}>
            <h3>{title}</h3>
            <Points label={types.pros} points={pros} sign="for" />
            <Points label={types.cons} points={cons} sign="against" />
            <p className="types-best">
              <span className="problem-label">{types.best}</span>
              {best}
            </p>
          </li>
        ))}
      </ul>
      <p className="types-ours">{types.ours}</p>
      <FactSources sources={TYPE_SOURCES} />
    </Section>
  );
}

type PointsProps = {
  readonly label: string;
  readonly points: readonly string[];
  readonly sign: 'for' | 'against';
};

function Points({ label, points, sign }: PointsProps) {
  return (
    <div>
      <p className="problem-label">{label}</p>
      <ul className={`points-${sign}`}>
        {wordList(points).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
