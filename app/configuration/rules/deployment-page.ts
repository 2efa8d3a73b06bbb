/**
 * The deployment stands in documents, plans and rows as a page without an address: what is not of a page, such as a
 * mailer, is on it.
 */
export const deploymentSlug = "";
export const deploymentPageId = "";
