import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printLine, printOutcome } from "../print/printer";

const accountPlace = "account";

/** Returns the address of a place; an unknown word is the id of an incident. */
async function addressOf({ args: [place = "now"], session }: CommandCall): Promise<string> {
  const { url } = session.api.target;
  if (place === accountPlace) return `${url}/manage/account`;
  const page = encodeURIComponent(await session.page());
  if (place === "public") return `${url}/${page}`;
  if (place === "now") return `${url}/manage/${page}`;
  const isId = /^[0-9a-z]{26}$/.test(place);
  return `${url}/manage/${page}/${isId ? `incidents/${place}` : place}`;
}

/** `upfront open`. */
export async function openPlaceCommand(call: CommandCall): Promise<number> {
  const { options, machine } = call;
  const address = await addressOf(call);
  const isOpened =
    options.print !== true && options.json !== true && machine.out.isTerminal
      ? await machine.openBrowser(address)
      : false;
  if (isOpened) printLine(call, `Opened ${address}`);
  else printOutcome(call, { url: address }, address);
  return exitCodes.done;
}
