import { type ReactNode, useState } from 'react';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Icon } from './icon.tsx';

type FilterBarProps = {
  readonly children: ReactNode;
  /** At the far end: refresh, export. */
  readonly end?: ReactNode;
};

/** The search and the choices above a table. */
export function FilterBar({ children, end }: FilterBarProps) {
  return (
    <div className="filter-bar">
      {children}
      {end !== undefined && <div className="filter-bar-end">{end}</div>}
    </div>
  );
}

type FilterDateProps = {
  readonly label: string;
  /** As 2026-11-23; empty for any day. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (value: string) => void;
};

/** A day, compact, its label before it. */
function FilterDate({ label, value, min, max, onChange }: FilterDateProps) {
  return (
    <label className="input input-compact">
      <span className="input-affix">{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

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

/** From one day to another, both included, of this device's time zone. */
export function FilterDays({ filter: { chosen, selectProps } }: FilterDaysProps) {
  const t = useMessages(uiMessages.days);
  return (
    <>
      <FilterDate label={t('from')} max={chosen.until} {...selectProps('from')} />
      <FilterDate label={t('until')} min={chosen.from} {...selectProps('until')} />
    </>
  );
}

/** Days behind one button, where they would stand between the keyboard and the list; open where the list has days already. */
export function FoldedDays({ label, filter }: FilterDaysProps & { readonly label: string }) {
  const { from, until } = filter.chosen;
  const [open, setOpen] = useState(from !== '' || until !== '');
  return (
    <>
      <button
        type="button"
        className="input input-compact filter-fold"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon name="down" small />
      </button>
      {open && <FilterDays filter={filter} />}
    </>
  );
}

type FilterSelectProps<T extends string> = {
  /** For screen readers; the first option is the visible label. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

/** A native select, compact and without a visible label. */
export function FilterSelect<T extends string>({ label, value, options, onChange }: FilterSelectProps<T>) {
  return (
    <div className="input input-compact">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </div>
  );
}
