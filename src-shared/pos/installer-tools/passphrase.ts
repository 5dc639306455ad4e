/** Of a backup; shorter ones are guessed. For pages without schemas. */
export const shortestPassphrase = 12
