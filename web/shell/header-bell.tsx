// Puts the bell into the place that the header keeps for it. The header is in every page's first code and the bell in
// none: it comes when the page rests, and only for a signed-in customer.

import { Bell } from '../features/account/bell.tsx';
import { IntoPlace } from '../ui/into-place.tsx';

export function HeaderBell() {
  return (
    <IntoPlace id="bell">
      <Bell />
    </IntoPlace>
  );
}
