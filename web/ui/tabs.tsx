import { Tabs as Kit } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import '../styles/tabs.css';

type TabsProps<T extends string> = {
  /** What the tabs divide, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly { readonly value: T; readonly label: ReactNode; readonly panel: ReactNode }[];
};

/** Parts of one page, one in sight. What a hidden part holds is the page's to keep. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.value === value);
  // On a narrow phone the chosen one comes into sight by itself; the page stays where it is.
  useEffect(() => {
    const { current } = list;
    const chosen = current?.querySelectorAll<HTMLElement>('[role="tab"]')[at];
    if (!current || !chosen) return;
    current.scrollLeft = chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2;
  }, [at]);
  return (
    <Kit.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Kit.List ref={list} className="tabs-list" aria-label={label} activateOnFocus>
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
