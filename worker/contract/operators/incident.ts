// /api/admin/incident: the banner of the site, of which there is one at a time, prepared, shown or over.

import * as v from 'valibot';
import {
  INCIDENT_TEXT_MAX,
  incidentTextProblem,
  incidentTimesProblem,
  normaliseIncidentText,
} from '../../domain/incident.ts';
import { IsoTime } from '../money.ts';
import type { RuleCode } from '../rule-texts.ts';

export const IncidentReport = v.object({
  /** Null when there never was one. */
  incident: v.nullable(
    v.object({
      id: v.string(),
      text: v.object({ 'pt-BR': v.string(), en: v.string() }),
      startsAt: IsoTime,
      endsAt: IsoTime,
      by: v.string(),
    }),
  ),
});
export type IncidentReport = v.InferOutput<typeof IncidentReport>;

const text = v.pipe(
  v.string(),
  v.maxLength(4 * INCIDENT_TEXT_MAX),
  v.check((written) => incidentTextProblem(written) === null, 'incidentText' satisfies RuleCode),
  v.transform(normaliseIncidentText),
);
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((at) => Date.parse(at)),
);
const id = v.pipe(v.string(), v.maxLength(100));

/** POST /api/admin/incident -> IncidentReport. Visitors read it in their own language, so it is given in each. */
export const IncidentRequest = v.pipe(
  v.object({
    text: v.object({ 'pt-BR': text, en: text }),
    startsAt: instant,
    endsAt: instant,
    /** The id of the one that the page showed; null where it showed none. */
    replaces: v.nullable(id),
  }),
  v.forward(
    v.partialCheck(
      [['startsAt'], ['endsAt']],
      (times) => incidentTimesProblem(times, Date.now()) === null,
      'incidentTimes' satisfies RuleCode,
    ),
    ['endsAt'],
  ),
);
export type IncidentRequest = v.InferOutput<typeof IncidentRequest>;

/** POST /api/admin/incident/end -> IncidentReport: now, whenever it would have ended. */
export const IncidentEnd = v.object({ id });
