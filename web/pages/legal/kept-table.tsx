import { useText } from '../../i18n/use-text.ts';
import legalPrivacyMessages from '#messages/legal-privacy.json';
import { DataTable } from '../../ui/data-table.tsx';
import { KEPT_ON_DEVICE } from './kept-on-device.ts';

/** Each cookie and each stored item: where it lies, what for, until when. */
export function KeptTable() {
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
          rows={KEPT_ON_DEVICE.map(({ name, place }) => ({
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
