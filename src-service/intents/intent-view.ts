import type { Caller } from '../caller.ts'

/**
 * Returns an intent as this caller may see it: its secret allows paying, so only a key that may pay gets it (section
 * 2.2).
 */
export const secretView = <Intent extends { readonly client_secret: string | null }>(
  intent: Intent,
  { level }: Pick<Caller, 'level'>,
): Intent => (level === 'read_only' ? { ...intent, client_secret: null } : intent)
