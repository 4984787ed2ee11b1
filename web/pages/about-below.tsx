import { StartLink } from '../features/auth/start-link.tsx';
import { CardPicture } from '../features/site/card-picture.tsx';
import { Link } from '../i18n/link.tsx';
import { messageList, useText } from '../i18n/use-text.ts';
import aboutMessages from '#messages/about.json';
import { CardDrawing } from '../ui/card-drawing.tsx';
import { LinkCard } from '../ui/link-card.tsx';
import { Monogram } from '../ui/rosette.tsx';
import { Section } from '../ui/section.tsx';
import { PageClosing } from './page-closing.tsx';

/** Each problem beside the product's solution. */
function MissionSection() {
  const { mission } = useText(aboutMessages);
  return (
    <Section
      id="mission"
      title={mission.title}
      lead={mission.lead}
      picture={
        <CardPicture page="about" card="mission" frame="drawing">
          <CardDrawing name="mission" />
        </CardPicture>
      }
    >
      <ul className="problems">
        {messageList(mission.items).map(({ problem, solution }) => (
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

function ValuesSection() {
  const { values } = useText(aboutMessages);
  return (
    <Section
      id="values"
      title={values.title}
      lead={values.lead}
      picture={
        <CardPicture page="about" card="values" frame="drawing">
          <CardDrawing name="values" />
        </CardPicture>
      }
      band
    >
      <ul className="grid-4 values">
        {messageList(values.items).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

// The company's history and team: examples until the company supplies the real ones (P10).

function MilestonesSection() {
  const { milestones } = useText(aboutMessages);
  return (
    <Section id="milestones" title={milestones.title} lead={milestones.lead} sample>
      <ol className="years">
        {messageList(milestones.items).map(({ year, text }) => (
          <li key={year}>
            <h3 className="num">{year}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Rings of different fineness, so that the four drawings differ. */
const LINES = [9, 12, 15, 10];

function TeamSection() {
  const { team } = useText(aboutMessages);
  return (
    <Section
      id="team"
      title={team.title}
      lead={team.lead}
      picture={
        <CardPicture page="about" card="team" frame="drawing">
          <CardDrawing name="team" />
        </CardPicture>
      }
      band
      sample
    >
      <ul className="grid-4 team">
        {messageList(team.members).map(({ initials, name, role, text }, i) => (
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

function MoreSection() {
  const { more } = useText(aboutMessages);
  return (
    <Section id="more" title={more.title} tight>
      <div className="grid-4">
        {messageList(more.cards).map(({ to, title, text, link }) => (
          <LinkCard key={to} to={to} title={title} text={text} linkText={link} />
        ))}
      </div>
    </Section>
  );
}

function ClosingSection() {
  const { close } = useText(aboutMessages);
  return (
    <PageClosing title={close.title} text={close.text} plain>
      <StartLink variant="inverse" size="large" />
      <Link to="/contact" className="closing-link">
        {close.contact}
      </Link>
    </PageClosing>
  );
}

export default function Below() {
  return (
    <>
      <MissionSection />
      <ValuesSection />
      <MilestonesSection />
      <TeamSection />
      <MoreSection />
      <ClosingSection />
    </>
  );
}
