/** Maximum length of a person's name, in letters. In a file of its own, for pages without schemas. */
export const nameLimit = 40
