// The texts of refusals that operators alone meet: no customer's page carries them.

import texts from '#messages/operators-problems.json';
import type { ProblemCode } from '../../../../worker/contract/problems.ts';
import { addOperatorsProblems } from '../../../i18n/problems.ts';

addOperatorsProblems(texts);
texts satisfies Partial<Record<ProblemCode, { readonly what: string; readonly next: string }>>;
