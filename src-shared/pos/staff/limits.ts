/** Letters of a person's name. In a file of its own, for pages without schemas. */
export const nameLimit = 40
