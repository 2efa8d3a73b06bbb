/** Name of the form by which people take a thing over from a file. */
export const takeOverFormName = "take-over";
