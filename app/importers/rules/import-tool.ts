/** Returns the command that reads an origin on one’s own machine, where files may be larger. */
export const localImportCommand = (origin: string, file = "FILE"): string => `npm run import -- ${origin} ${file}`;
