import { z } from "zod";
import { changeFieldSchemas, wholeFieldSchemas } from "~/fields/field-bounds";
import { commitIdInput, idTextSchema, pageIdInput, versionInput } from "~/fields/text-inputs";
import { agentFields } from "./fields";

export const createAgentInput = z.object({ ...pageIdInput, ...commitIdInput, ...wholeFieldSchemas(agentFields) });
export type CreateAgentInput = z.input<typeof createAgentInput>;
export type NewAgent = z.output<typeof createAgentInput>;

const target = { ...pageIdInput, ...commitIdInput, ...versionInput, id: idTextSchema };

export const agentTargetInput = z.object(target);
export type AgentTarget = z.input<typeof agentTargetInput>;

export const updateAgentInput = z.object({ ...target, ...changeFieldSchemas(agentFields) });
export type UpdateAgentInput = z.input<typeof updateAgentInput>;
