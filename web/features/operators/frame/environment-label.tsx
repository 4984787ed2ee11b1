import { useQuery } from '@tanstack/react-query';
import { DeploymentEnvironment } from '../../../../worker/contract/operators/environment.ts';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';

const SHORT_CHARACTERS = 3;

/** Which deployment this page works on, as its Worker says: whether the money is real. */
export function EnvironmentLabel() {
  const t = useMessages(operatorsMessages.frame);
  const { data } = useQuery({
    queryKey: queryKeys.operators('environment'),
    queryFn: () => receive(DeploymentEnvironment, api.admin.environment.$get()),
    staleTime: Infinity,
  });
  const name = data?.name;
  const text = name === undefined ? '\u00a0' : t(`environments.${name}`);
  return (
    <p className="rail-environment" data-environment={name}>
      <span className="rail-word">{text}</span>
      <abbr className="rail-short" title={text}>
        {text.slice(0, SHORT_CHARACTERS)}
      </abbr>
    </p>
  );
}
