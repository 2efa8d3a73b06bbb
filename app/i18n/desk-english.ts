/**
 * Says whether management's English is part of the code, as without a build. The build puts it into a file beside the
 * worker instead (`scripts/bundle/desk-english`), because visitors and programs never read it.
 */
export const deskEnglish = { isInCode: true };
