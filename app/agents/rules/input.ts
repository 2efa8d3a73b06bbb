import { z } from "zod";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import { agentFields } from "./fields";

export const createAgentInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...fieldSchemasWithDefaults(agentFields),
});
export type CreateAgentInput = z.input<typeof createAgentInput>;
export type NewAgentValues = z.output<typeof createAgentInput>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const agentTargetInput = z.object(target);
export type AgentTarget = z.input<typeof agentTargetInput>;

export const updateAgentInput = z.object({ ...target, ...changeFieldSchemas(agentFields) });
export type UpdateAgentInput = z.input<typeof updateAgentInput>;
