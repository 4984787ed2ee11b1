import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorTerms } from '../../../../worker/contract/operators/operators.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../../worker/domain/operator-roles.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';

/** The names of some roles in a sentence. */
export function useRoleNames(): (roles: readonly OperatorRole[]) => string {
  const t = useMessages(operatorsPeopleMessages.roles);
  return (roles) => roles.map((role) => t(role)).join(', ');
}

type RoleFieldsProps = {
  readonly terms: OperatorTerms;
  readonly onChange: (terms: OperatorTerms) => void;
  /** Asked for, but none is chosen. */
  readonly isMissing: boolean;
};

/** What somebody shall be allowed to do, each role with what it opens. */
export function RoleFields({ terms, onChange, isMissing }: RoleFieldsProps) {
  const t = useMessages(operatorsPeopleMessages);
  const choose = (role: OperatorRole, isChosen: boolean) => {
    const chosen = OPERATOR_ROLES.filter((one) => (one === role ? isChosen : terms.roles.includes(one)));
    onChange({ ...terms, roles: chosen });
  };
  return (
    <>
      <fieldset className="role-fields">
        <legend>{t('propose.rolesLabel')}</legend>
        {OPERATOR_ROLES.map((role, index) => (
          <Checkbox
            key={role}
            label={
              <>
                {t(`roles.${role}`)}
                <span className="sub">{t(`roleHelp.${role}`)}</span>
              </>
            }
            checked={terms.roles.includes(role)}
            error={index === 0 && isMissing && terms.roles.length === 0 ? t('propose.rolesMissing') : null}
            onChange={(event) => choose(role, event.target.checked)}
          />
        ))}
      </fieldset>
      <Checkbox
        label={t('propose.premium')}
        checked={terms.premium}
        onChange={(event) => onChange({ ...terms, premium: event.target.checked })}
      />
    </>
  );
}
