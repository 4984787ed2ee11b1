// Finds the customer who shall become an operator, by a part of the e-mail, and has one chosen.

import { useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import { CUSTOMER_SEARCH_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { useCandidates } from './queries.ts';

type CandidateFieldProps = {
  readonly chosen: string | null;
  readonly onChoose: (userId: string | null) => void;
  readonly error: string | null;
};

export function CandidateField({ chosen, onChoose, error }: CandidateFieldProps) {
  const t = useMessages(operatorsPeopleMessages.propose);
  const { search, searchProps } = useListFilter({
    choices: {},
    maxCharacters: CUSTOMER_SEARCH_MAX_CHARACTERS,
  });
  const [name] = useState(() => crypto.randomUUID());
  const { data, isFetching, isError } = useCandidates(search);
  return (
    <>
      <TextInput
        type="search"
        autoComplete="off"
        label={t('search')}
        hint={t('searchHint')}
        error={error}
        {...searchProps}
        onChange={(event) => {
          onChoose(null);
          searchProps.onChange(event);
        }}
      />
      <div aria-live="polite">
        {data === undefined && isFetching && <p className="small quiet">{t('searching')}</p>}
        {isError && <p className="small quiet">{t('searchFailed')}</p>}
        {data?.length === 0 && <p className="small quiet">{t('none')}</p>}
        {data !== undefined && data.length > 0 && (
          <fieldset className="role-fields">
            <legend>{t('found')}</legend>
            {data.map(({ id, email, fullName }) => (
              <label key={id} className="candidate">
                <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
                <span>
                  {fullName}
                  <span className="sub">{email}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </>
  );
}
