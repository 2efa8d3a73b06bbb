import { z } from "zod";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { committed, idText, ofPage, versioned } from "~/fields/text";
import { agentFields } from "./fields";

export const createAgentInput = z.object({ ...ofPage, ...committed, ...wholeBounds(agentFields) });
export type CreateAgentInput = z.input<typeof createAgentInput>;
export type NewAgent = z.output<typeof createAgentInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const agentTarget = z.object(target);
export type AgentTarget = z.input<typeof agentTarget>;

export const updateAgentInput = z.object({ ...target, ...changeBounds(agentFields) });
export type UpdateAgentInput = z.input<typeof updateAgentInput>;
