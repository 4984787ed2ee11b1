import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { FilterDate } from '../../../ui/filter-bar.tsx';

const ANY_DAY: readonly [string, ...string[]] = [''];
/** The choices of a list that has days: `?from=2026-11-01&until=2026-11-23`. */
export const ANY_DAYS = { from: ANY_DAY, until: ANY_DAY } as const;

type Days = { readonly from: string; readonly until: string };

type FilterDaysProps = {
  readonly filter: {
    readonly chosen: Days;
    readonly selectProps: (name: keyof Days) => {
      readonly value: string;
      readonly onChange: (day: string) => void;
    };
  };
};

/** From one day to another, both included, of the operator's time zone. */
export function FilterDays({ filter: { chosen, selectProps } }: FilterDaysProps) {
  const t = useMessages(operatorsMessages.frame.days);
  return (
    <>
      <FilterDate label={t('from')} max={chosen.until} {...selectProps('from')} />
      <FilterDate label={t('until')} min={chosen.from} {...selectProps('until')} />
    </>
  );
}
