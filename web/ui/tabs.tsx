import { Tabs as Kit } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import '../styles/forms.css';

type TabsProps<T extends string> = {
  /** The accessible name. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly { readonly value: T; readonly label: ReactNode; readonly panel: ReactNode }[];
};

/** Parts of one page, one of them visible. The page keeps the state of hidden parts. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  return (
    <Kit.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Kit.List className="tabs-list" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Kit.Tab key={tab.value} value={tab.value} className="tabs-tab">
            {tab.label}
          </Kit.Tab>
        ))}
      </Kit.List>
      {tabs.map((tab) => (
        <Kit.Panel key={tab.value} value={tab.value} className="tabs-panel">
          {tab.panel}
        </Kit.Panel>
      ))}
    </Kit.Root>
  );
}
