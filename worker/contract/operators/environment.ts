// /api/admin/environment: which deployment this is, for the label on every operators' page.

import * as v from 'valibot';

export const ENVIRONMENTS = ['local', 'production'] as const;

export const DeploymentEnvironment = v.object({ name: v.picklist(ENVIRONMENTS) });
export type DeploymentEnvironment = v.InferOutput<typeof DeploymentEnvironment>;
