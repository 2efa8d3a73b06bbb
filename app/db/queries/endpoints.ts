/** Active subscribers who are told elsewhere than by mail, as the index of them alone says it. `s` = the table or its alias. */
export const atEndpoints = (s: string): string => `${s}.kind <> 'email' AND ${s}.state = 'active'`;
