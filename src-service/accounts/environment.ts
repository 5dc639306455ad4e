import { join } from 'node:path'
import { readSecretFile, writeSecretFile } from '../secrets/secret-file.ts'
import type { Store } from '../store/store.ts'
import { createAccountDirectory } from './directory.ts'
import { trainingMerchantId } from './training.ts'

/**
 * A folder and its database belong either to training or to production, from the first start on. In training the
 * merchant's key is in the folder in plain text, and test cards pay: its data must never be used with real money.
 */
export type Environment = 'sandbox' | 'production'

const isEnvironment = (text: string): text is Environment => text === 'sandbox' || text === 'production'

/** Marks the folder at its first start. @throws when folder or database belong to the other environment. */
export async function claimEnvironment(
  directory: string,
  store: Store,
  environment: Environment,
): Promise<void> {
  const file = join(directory, 'environment')
  const marks = [readMark(file), await environmentOf(store)]
  if (marks.some((mark) => mark !== null && mark !== environment)) {
    throw new Error(
      environment === 'production'
        ? `the data in ${directory} is of a sandbox: its keys are known and its cards are play money. Start it with --sandbox, or give another --data (and DATABASE_URL)`
        : `the data in ${directory} is not of a sandbox. Start it without --sandbox, or give another --data (and DATABASE_URL)`,
    )
  }
  if (marks[0] === null) writeSecretFile(file, `${environment}\n`)
}

function readMark(file: string): Environment | null {
  const text = readSecretFile(file)?.trim() ?? null
  if (text === null || isEnvironment(text)) return text
  throw new Error(`${file} must say sandbox or production`)
}

/** Returns the environment of a database that another node or an earlier version has filled; null while it is empty. */
async function environmentOf(store: Store): Promise<Environment | null> {
  // The tenant first: a node that starts for the first time at the same moment commits it together with its merchant.
  if ((await store.list('tenant', { limit: 1 })).length === 0) return null
  const training = await createAccountDirectory(store, () => 0).accountOfMerchant(trainingMerchantId)
  return training === null ? 'production' : 'sandbox'
}
