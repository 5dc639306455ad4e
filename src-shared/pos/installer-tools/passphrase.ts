/** For backups: shorter ones can be guessed. For pages without schemas. */
export const shortestPassphrase = 12
