/**
 * Statements of one step of an import on Free, with what it reads: less than what a tick that does everything itself
 * has left. On other plans a step has as much room as it needs.
 */
export const statementsPerImportStep = 27;
