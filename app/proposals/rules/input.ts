import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  bodyTextSchema,
  commitIdInputShape,
  idTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { incidentFields } from "~/incidents/rules/fields";
import { incidentStatuses } from "~/incidents/rules/incident";

const { components } = changeFieldSchemas(incidentFields);

const saysSomething = ({
  body,
  status,
  components: moved,
}: {
  body: string;
  status?: unknown;
  components?: object | undefined;
}) => body.trim() !== "" || status !== undefined || Object.keys(moved ?? {}).length > 0;

export const proposeUpdateInputSchema = z
  .object({
    ...pageIdInputShape,
    ...commitIdInputShape,
    incidentId: idTextSchema,
    body: bodyTextSchema.default(""),
    /** Absent to keep the status that the incident has when it is published. */
    status: absentIfEmpty(oneOfSchema(incidentStatuses)),
    /** Only the components that change; the others stay. */
    components,
  })
  .refine(saysSomething, {
    error: refusalFor("incident.says_nothing"),
    path: ["body"],
    params: { code: "says_nothing" },
  });
export type ProposeUpdateInput = z.input<typeof proposeUpdateInputSchema>;

const proposalTargetInput = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
/** Input for dismissing a proposal. With `incidentId` the proposal must belong to that incident. */
export const dismissProposalInputSchema = proposalTargetInput.extend({
  ...versionInputShape,
  incidentId: idTextSchema.optional(),
});
export type DismissProposalInput = z.input<typeof dismissProposalInputSchema>;
export type ProposalTargetInput = z.input<typeof proposalTargetInput>;
