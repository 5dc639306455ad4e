import type { Log } from '../log.ts'
import type { Pepper } from './pepper.ts'

/** Opens the pepper with the system's keychain; loaded when a PIN is first checked or chosen. */
export async function openSystemPepper(path: string, needed: boolean, log: Log): Promise<Pepper | null> {
  const [{ openPepper }, { systemKeychain }] = await Promise.all([
    import('./pepper.ts'),
    import('./keychain.ts'),
  ])
  return openPepper(path, systemKeychain(), needed, log)
}
