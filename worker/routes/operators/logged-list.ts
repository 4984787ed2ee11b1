// The last step before a list that names customers.

import type { MiddlewareHandler } from 'hono';
import { operatorOf } from '../../auth/operators.ts';
import type { AppEnv } from '../../http/hono.ts';
import { depsFrom } from '../../services/deps.ts';
import { type ListOfPersons, noteListView } from '../../services/operators/list-views.ts';

/** Nothing is answered where the line could not be written. */
export const loggedList =
  (list: ListOfPersons): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await noteListView(depsFrom(c), operatorOf(c), list);
    return next();
  };
