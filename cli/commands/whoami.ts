import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, printLine, printTable, wantsJsonOutput } from "../print/printer";
import { instantText } from "../print/status-words";
import { readCredentials } from "../session/credentials";

interface ListedPage {
  id: string;
  name: string;
  subdomain: string;
  url: string;
  role: string | null;
}

/** `upfront whoami`. */
export async function showIdentityCommand(call: CommandCall): Promise<number> {
  const { session, machine } = call;
  const { url } = session.api.target;
  const pages = await session.api.call<ListedPage[]>("/pages");
  const isFromEnvironment = Boolean(machine.env.UPFRONT_TOKEN);
  const expiresAt = isFromEnvironment ? null : (readCredentials(machine).deployments[url]?.expiresAt ?? null);
  const token = isFromEnvironment ? "environment" : "file";
  if (wantsJsonOutput(call)) {
    printJson(call, { url, token, expires_at: expiresAt, pages });
    return exitCodes.done;
  }
  const until = expiresAt === null ? "" : ` It expires ${instantText(expiresAt)}.`;
  printLine(call, `${url}, with the token of ${isFromEnvironment ? "UPFRONT_TOKEN" : "upfront login"}.${until}`);
  const rows = pages.map((page) => [page.subdomain, page.name, page.role ?? ""]);
  printTable(call, ["Page", "Name", "Role"], rows);
  return exitCodes.done;
}
