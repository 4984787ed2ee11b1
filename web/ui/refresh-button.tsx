import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

type RefreshButtonProps = {
  readonly children: ReactNode;
  readonly busyLabel: string;
  /** Reads everything again. Failures show where the data is shown. */
  readonly onRefresh: () => Promise<unknown>;
};

/** For a page with several queries: busy until all of them have been read again. */
export function RefreshButton({ children, busyLabel, onRefresh }: RefreshButtonProps) {
  const [reading, setReading] = useState(false);
  const refresh = async () => {
    setReading(true);
    await onRefresh();
    setReading(false);
  };
  return (
    <Button busy={reading} busyLabel={busyLabel} onClick={() => void refresh()}>
      <Icon name="refresh" small />
      {children}
    </Button>
  );
}
