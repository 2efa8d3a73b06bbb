import { z } from "zod";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { commitIdInput, idText, ofPage, versionInput } from "~/fields/text-inputs";
import { agentFields } from "./fields";

export const createAgentInput = z.object({ ...ofPage, ...commitIdInput, ...wholeBounds(agentFields) });
export type CreateAgentInput = z.input<typeof createAgentInput>;
export type NewAgent = z.output<typeof createAgentInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const agentTarget = z.object(target);
export type AgentTarget = z.input<typeof agentTarget>;

export const updateAgentInput = z.object({ ...target, ...changeBounds(agentFields) });
export type UpdateAgentInput = z.input<typeof updateAgentInput>;
