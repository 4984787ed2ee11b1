// The company's past and people: examples until the operator supplies the real ones (decision 10).

import { CardPicture } from '../../features/site/card-picture.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import aboutMessages from '#messages/about.json';
import { CardDrawing } from '../../ui/card-drawing.tsx';
import { Monogram } from '../../ui/monogram.tsx';
import { Section } from '../../ui/section.tsx';

export function MilestonesSection() {
  const { milestones } = useText(aboutMessages);
  return (
    <Section id="milestones" title={milestones.title} lead={milestones.lead} sample>
      <ol className="years">
        {wordList(milestones.items).map(({ year, text }) => (
          <li key={year}>
            <h3 className="num">{year}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Rings of different fineness, so that the four marks are not one mark four times. */
const LINES = [9, 12, 15, 10];

export function TeamSection() {
  const { team } = useText(aboutMessages);
  return (
    <Section
      id="team"
      title={team.title}
      lead={team.lead}
      picture={
        <CardPicture page="about" card="team" room="drawing">
          <CardDrawing name="team" />
        </CardPicture>
      }
      band
      sample
    >
      <ul className="grid-4 team">
        {wordList(team.members).map(({ initials, name, role, text }, i) => (
          <li key={name}>
            <Monogram initials={initials} lines={LINES[i % LINES.length] ?? 12} />
            <h3>{name}</h3>
            <p className="small quiet">{role}</p>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
