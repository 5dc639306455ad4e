import type { Log } from '../log.ts'
import type { Pepper } from './pepper.ts'

/** The pepper that the system's keychain keeps; loaded when a PIN is checked or chosen for the first time. */
export async function openSystemPepper(path: string, needed: boolean, log: Log): Promise<Pepper | null> {
  const [{ openPepper }, { systemKeychain }] = await Promise.all([
    import('./pepper.ts'),
    import('./keychain.ts'),
  ])
  return openPepper(path, systemKeychain(), needed, log)
}
