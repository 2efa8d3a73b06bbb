/** Variables that the tool reads, with their meanings. */
export const cliVariableMeaningByName: Readonly<Record<string, string>> = {
  UPFRONT_URL: "URL of the deployment",
  UPFRONT_TOKEN: "API token, instead of upfront login; it needs UPFRONT_URL",
  UPFRONT_PAGE: "slug or id of the page",
  UPFRONT_INSECURE: "1 = also send the token over http to other machines",
  NO_COLOR: "anything = write no colours",
  XDG_CONFIG_HOME: "folder of the file with tokens; ~/.config if absent (APPDATA on Windows)",
};
