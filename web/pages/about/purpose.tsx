import { CardPicture } from '../../features/site/card-picture.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import aboutMessages from '#messages/about.json';
import { CardDrawing } from '../../ui/card-drawing.tsx';
import { Section } from '../../ui/section.tsx';

/** Each problem beside what the product does about it. */
export function MissionSection() {
  const { mission } = useText(aboutMessages);
  return (
    <Section
      id="mission"
      title={mission.title}
      lead={mission.lead}
      picture={
        <CardPicture page="about" card="mission" room="drawing">
          <CardDrawing name="mission" />
        </CardPicture>
      }
    >
      <ul className="problems">
        {wordList(mission.items).map(({ problem, solution }) => (
          <li key={problem}>
            <p>
              <span className="problem-label">{mission.problem}</span>
              {problem}
            </p>
            <p>
              <span className="problem-label">{mission.solution}</span>
              {solution}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function ValuesSection() {
  const { values } = useText(aboutMessages);
  return (
    <Section
      id="values"
      title={values.title}
      lead={values.lead}
      picture={
        <CardPicture page="about" card="values" room="drawing">
          <CardDrawing name="values" />
        </CardPicture>
      }
      band
    >
      <ul className="grid-4 values">
        {wordList(values.items).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
