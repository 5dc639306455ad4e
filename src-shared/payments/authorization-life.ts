/** An authorization that nobody captures is given up after 7 days (docs/decisions/0009), ms. */
export const authorizationLifeMs = 7 * 24 * 60 * 60_000
