import { type ComponentsView, listComponents } from "~/components/list";
import type { Result } from "~/failures/failure";
import { readPage } from "~/pages/verbs";
import type { Ctx } from "~/platform/ctx";
import type { ToolInput } from "../rules/tool-inputs";
import type { ToolName } from "../rules/tool-list";
import type { ToolOutput } from "../rules/tool-outputs";

/** A call of a tool on a page, whose membership the ctx has. */
export interface ToolCall {
  ctx: Ctx;
  pageId: string;
}

/** Runs a tool: the same use case as in the desk and the API, in the tool's own words. */
export type ToolRun<Name extends ToolName> = (
  call: ToolCall,
  input: ToolInput<Name>,
) => Promise<Result<ToolOutput<Name>>>;

/** Returns the address of a page of management about something of this page, for people. */
export async function readDeskAddress({ ctx, pageId }: ToolCall, path: string): Promise<string> {
  const page = await readPage(ctx, { pageId });
  return `${ctx.config.origin}/manage/${page.ok ? page.value.slug : pageId}${path}`;
}

/** Reads the components of the page in visitors’ order. */
export const readPageComponents = ({ ctx, pageId }: ToolCall): Promise<Result<ComponentsView>> =>
  listComponents(ctx, { pageId });
