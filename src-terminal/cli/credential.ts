import { readFile, rename, writeFile } from 'node:fs/promises'
import { whileBusy } from '../../src-shared/busy-file.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { activate, activationTroubled, notGenuine, wait } from '../link/activate.ts'
import { credentialText, readCredential, type TerminalCredential } from '../link/credential.ts'
import type { Arguments } from './arguments.ts'
import { writeEvent } from './events.ts'

export interface Credential {
  readonly credential: TerminalCredential
  /** Null if it comes from the file. */
  readonly name: string | null
}

/** Number of tries, one second apart: the service may still be starting. */
const tries = 15

/** Returns the credential of an earlier run, or else redeems the activation code for a new one. */
export async function obtainCredential(given: Arguments): Promise<Result<Credential, string>> {
  const kept = given.credentialFile === null ? null : await readCredentialFile(given.credentialFile)
  if (kept !== null) return ok({ credential: kept, name: null })
  const { activationCode } = given
  if (activationCode === null) {
    return err('There is no credential file yet: --activation-code is needed once.')
  }
  if (given.serialPath !== null) {
    const { activateOverSerial } = await import('./activate-serial.ts')
    const answer = await activateOverSerial(given.serialPath, given.hsn, activationCode)
    if (answer.ok) await keep(given, answer.value.credential)
    return answer
  }
  const answer = await activate(
    { ...given, activationCode },
    {
      pauseBefore: (_, done) => (done < tries ? 1 : null),
      wait,
    },
  )
  if (answer.ok) {
    await keep(given, answer.value.credential)
    return ok(answer.value)
  }
  if (answer.error === 'not_genuine') return err(notGenuine)
  if (answer.error === 'troubled') return err(activationTroubled)
  if (answer.error.kind === 'refused') return err(answer.error.error.message)
  return err(`The service cannot be reached at ${given.serviceUrl}: ${answer.error.reason}`)
}

/**
 * Replaces the whole file atomically, so that a terminal switched off meanwhile is still activated. Without the file the
 * terminal works until its next start, so a failure is reported and ends nothing.
 */
export async function keep(
  { credentialFile }: Pick<Arguments, 'credentialFile'>,
  credential: TerminalCredential,
): Promise<void> {
  if (credentialFile === null) return
  try {
    await writeFile(`${credentialFile}.new`, credentialText(credential), { mode: 0o600 })
    const replace = () => rename(`${credentialFile}.new`, credentialFile)
    // On Windows another program may have the file open for a moment.
    await (process.platform === 'win32' ? whileBusy(replace, (ms) => wait(ms / 1_000)) : replace())
  } catch (error) {
    const advice = 'Make the folder writable, and activate the terminal with a new code after its next start.'
    writeEvent('credential_not_stored', { reason: String(error), advice })
  }
}

/** @returns null also for a credential of an earlier version of the link. */
async function readCredentialFile(file: string): Promise<TerminalCredential | null> {
  try {
    return readCredential(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
