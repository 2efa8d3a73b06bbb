import type { CommandDefinition } from "../definition/command-definition";

/** Commands about the person, the deployment and the way to it. */
export const signInCommands: readonly CommandDefinition[] = [
  {
    name: "login",
    summary: "sign in to a deployment by a code that you confirm in the browser",
    about:
      "The token is stored in a file that only you can read. On machines of a CI, create a token on your account page and set UPFRONT_URL and UPFRONT_TOKEN instead.",
    args: [{ name: "URL", summary: "URL of the deployment; the last one if absent", isOptional: true }],
    options: [{ flags: "--no-browser", summary: "only print the address, do not open it" }],
    examples: [["upfront login https://status.example.com", "Sign in, and use this deployment from now on"]],
    load: async () => (await import("../commands/login")).logInCommand,
  },
  {
    name: "logout",
    summary: "revoke the token of this machine and forget it",
    examples: [["upfront logout", "Sign out of the deployment that was used last"]],
    load: async () => (await import("../commands/login")).logOutCommand,
  },
  {
    name: "whoami",
    summary: "show the deployment, the token and your pages",
    examples: [["upfront whoami", "Which deployment and pages commands use"]],
    load: async () => (await import("../commands/whoami")).showIdentityCommand,
  },
  {
    name: "open",
    summary: "open the page in the browser",
    args: [
      {
        name: "PLACE",
        summary: "what to open, or the id of an incident",
        isOptional: true,
        choices: ["now", "public", "incidents", "maintenances", "components", "monitors", "alerts", "audit", "account"],
      },
    ],
    options: [{ flags: "--print", summary: "only print the address" }],
    examples: [
      ["upfront open", "Open Now"],
      ["upfront open public --print", "Print the address of the public page"],
    ],
    load: async () => (await import("../commands/open")).openPlaceCommand,
  },
];
