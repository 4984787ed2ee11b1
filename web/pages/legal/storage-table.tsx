import { useText } from '../../i18n/use-text.ts';
import legalPrivacyMessages from '#messages/legal-privacy.json';
import { DataTable } from '../../ui/data-table.tsx';

/** Each cookie and stored item: its location, purpose and lifetime. */
export function StorageTable() {
  const { kept } = useText(legalPrivacyMessages);
  return (
    <>
      <div className="legal-table">
        <DataTable
          caption={kept.caption}
          rowHeader="name"
          columns={[
            { key: 'name', label: kept.name },
            { key: 'purpose', label: kept.purpose },
            { key: 'place', label: kept.where },
            { key: 'life', label: kept.life },
          ]}
          rows={STORED_ON_DEVICE.map(({ name, place }) => ({
            id: name,
            cells: {
              name: <code>{name}</code>,
              purpose: kept.items[name].purpose,
              place: kept.places[place],
              life: kept.items[name].life,
            },
          }))}
        />
      </div>
      <p className="small">{kept.prefix}</p>
    </>
  );
}

type StoredItem = {
  /** On https a cookie has the prefix `__Host-`. */
  readonly name: string;
  readonly place: 'cookie' | 'local' | 'session';
};

/**
 * Everything that the product stores in a browser, by the name that the browser shows. tests/e2e/reading.test.ts
 * compares this list with the storage of a real session.
 */
export const STORED_ON_DEVICE = [
  { name: 'onca_access', place: 'cookie' },
  { name: 'onca_refresh', place: 'cookie' },
  { name: 'onca_device', place: 'cookie' },
  { name: 'locale', place: 'cookie' },
  { name: 'incident-closed', place: 'cookie' },
  { name: 'onca-session', place: 'local' },
  { name: 'onca-session-ended-at', place: 'local' },
  { name: 'platform', place: 'local' },
  { name: 'colorMode', place: 'local' },
  { name: 'currency', place: 'local' },
  { name: 'weightUnit', place: 'local' },
  { name: 'onca-bonus-claimed', place: 'local' },
  { name: 'onca-first-steps', place: 'local' },
  { name: 'onca-balances-hidden', place: 'local' },
  { name: 'onca-rail-closed', place: 'local' },
  { name: 'onca-shortcuts-off', place: 'local' },
  { name: 'cookie-consent', place: 'local' },
  { name: 'welcome_promo_shown', place: 'local' },
  { name: 'cookie-notice-closed', place: 'session' },
  { name: 'react-router-scroll-positions', place: 'session' },
] as const satisfies readonly StoredItem[];
