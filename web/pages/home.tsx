import homeMessages from '#messages/home.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/home.css';
import { late } from '../ui/late.tsx';
import { Hero } from './home/hero.tsx';

export const meta = pageMeta(homeMessages);

// Everything below the first lines is in the page as it is sent; its code comes when it nears the viewport.
const Counts = late(async () => (await import('../features/prices/stats-band.tsx')).StatsBand);
const Why = late(async () => (await import('./home/why-section.tsx')).WhySection);
const Fees = late(async () => (await import('./home/fee-section.tsx')).FeeSection);
const Metals = late(async () => (await import('./home/metals-section.tsx')).MetalsSection);
const How = late(async () => (await import('./home/how-section.tsx')).HowSection);
const Chart = late(async () => (await import('./home/chart-section.tsx')).ChartSection);
const Assets = late(async () => (await import('./home/assets-section.tsx')).AssetsSection);
const Calculator = late(async () => (await import('./home/calculator-section.tsx')).CalculatorSection);
const Voices = late(async () => (await import('./home/voices-section.tsx')).VoicesSection);
const Questions = late(async () => (await import('./home/questions-section.tsx')).QuestionsSection);

export default function HomePage() {
  return (
    <>
      <Hero />
      <Counts />
      <Why />
      <Fees />
      <Metals />
      <How />
      <Chart />
      <Assets />
      <Calculator />
      <Voices />
      <Questions />
    </>
  );
}
