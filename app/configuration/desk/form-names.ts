/** Names of the forms that plan and apply a file, enter a secret, and forget one; browsers have them too. */
export const configurationFormName = "configuration";
export const secretFormName = "secret";
export const deleteSecretFormName = "secret-delete";
