import { z } from "@hono/zod-openapi";
import { responseFieldSchemas } from "~/api/noun-fields";
import { idSchema, instantSchema, statusSchema, toIsoInstant } from "~/api/shapes";
import { responseFieldValues } from "~/fields/api-values";
import { incidentStatuses } from "~/incidents/rules/incident";
import { maintenanceFields } from "~/maintenances/rules/fields";
import { proposalKinds } from "../rules/proposal";
import type { ProposalView } from "../verbs";

/** The proposer: the person, and the name of the token by which they did. */
export const proposerSchema = z.object({ name: z.string().nullable(), token: z.string() }).nullable();

const updateSchema = z.object({
  status: z.enum(incidentStatuses).optional(),
  body: z.string(),
  components: z.record(z.string(), statusSchema).optional(),
});

export const proposalSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    kind: z.enum(proposalKinds),
    incident_id: idSchema.nullable(),
    proposed_by: proposerSchema,
    update: updateSchema.nullable(),
    maintenance: z.object(responseFieldSchemas(maintenanceFields)).nullable(),
    created_at: instantSchema,
    expires_at: instantSchema,
  })
  .openapi("Proposal");

export function proposalResponseOf(pageId: string, view: ProposalView): z.output<typeof proposalSchema> {
  const { id, kind, proposer, token, createdAt, expiresAt } = view;
  return {
    id,
    page_id: pageId,
    kind,
    incident_id: view.kind === "update" ? view.incidentId : null,
    proposed_by: { name: proposer, token },
    update: view.kind === "update" ? view.content : null,
    maintenance: view.kind === "maintenance" ? responseFieldValues(maintenanceFields, view.content) : null,
    created_at: toIsoInstant(createdAt),
    expires_at: toIsoInstant(expiresAt),
  };
}
