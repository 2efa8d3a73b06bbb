import { z } from "zod";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import { agentFields } from "./fields";

export const createAgentInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...fieldSchemasWithDefaults(agentFields),
});
export type CreateAgentInput = z.input<typeof createAgentInputSchema>;
export type ParsedCreateAgentInput = z.output<typeof createAgentInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const agentTargetInputSchema = z.object(target);
export type AgentTargetInput = z.input<typeof agentTargetInputSchema>;

export const updateAgentInputSchema = z.object({ ...target, ...changeFieldSchemas(agentFields) });
export type UpdateAgentInput = z.input<typeof updateAgentInputSchema>;
