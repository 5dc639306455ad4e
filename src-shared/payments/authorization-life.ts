/** How long an authorization may stay uncaptured before it is given up: 7 days (docs/decisions/0009), in ms. */
export const authorizationLifeMs = 7 * 24 * 60 * 60_000
