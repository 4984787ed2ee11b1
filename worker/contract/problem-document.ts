// A problem on the wire (RFC 9457, application/problem+json): problems.ts has the codes and the data of each.

import * as v from 'valibot';
import { BANK_FILE_FAULTS } from '../domain/bank-files.ts';
import { CLOSING_OBSTACLES } from '../domain/closing.ts';
import { STEP_UP_METHODS } from '../domain/factors.ts';
import { LEVELS } from '../domain/identity.ts';
import { LEVEL_SUMS } from '../domain/level-limits.ts';
import { type ProblemCode, PROBLEMS } from './problems.ts';

export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(Object.keys(PROBLEMS) as ProblemCode[]),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), code: v.string(), message: v.string() }))),
  opensAt: v.optional(v.nullable(v.string())),
  priceCents: v.optional(v.number()),
  withdrawableCents: v.optional(v.number()),
  of: v.optional(v.nullable(v.picklist(LEVEL_SUMS))),
  level: v.optional(v.picklist(LEVELS)),
  neededLevel: v.optional(v.picklist(LEVELS)),
  limitCents: v.optional(v.nullable(v.number())),
  usedCents: v.optional(v.nullable(v.number())),
  fault: v.optional(v.picklist(BANK_FILE_FAULTS)),
  line: v.optional(v.nullable(v.number())),
  retryAfterSeconds: v.optional(v.number()),
  pausedReason: v.optional(v.object({ 'pt-BR': v.string(), en: v.string() })),
  obstacles: v.optional(v.array(v.picklist(CLOSING_OBSTACLES))),
  methods: v.optional(v.array(v.picklist(STEP_UP_METHODS))),
  requestId: v.optional(v.string()),
});
export type Problem = v.InferOutput<typeof Problem>;
