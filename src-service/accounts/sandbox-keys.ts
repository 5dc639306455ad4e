import { z } from 'zod'
import { readSecretFile, replaceSecretFile, writeSecretFile } from '../secrets/secret-file.ts'
import { makeKey } from './keys.ts'

const keysSchema = z.strictObject({ private_key: z.string().min(1), public_key: z.string().min(1) })
export type SandboxKeys = z.infer<typeof keysSchema>

/**
 * Loads the training merchant's keys. They are the same at every start with the same folder; only a revoked key is
 * replaced. The file is in plain text and readable only by its owner; the keys give access only to play money.
 */
export async function loadSandboxKeys(
  file: string,
  isRevoked: (key: string) => Promise<boolean>,
): Promise<SandboxKeys> {
  const kept = readOrMakeKeys(file)
  const keys: SandboxKeys = {
    private_key: (await isRevoked(kept.private_key)) ? makeKey('tenant_admin') : kept.private_key,
    public_key: (await isRevoked(kept.public_key)) ? makeKey('public') : kept.public_key,
  }
  const changed = keys.private_key !== kept.private_key || keys.public_key !== kept.public_key
  if (changed) replaceSecretFile(file, textOf(keys))
  return keys
}

const textOf = (keys: SandboxKeys): string => `${JSON.stringify(keys, null, 2)}\n`

function readOrMakeKeys(file: string): SandboxKeys {
  try {
    const text = readSecretFile(file)
    if (text !== null) return keysSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} cannot be read; remove it and new keys are made`, { cause: error })
  }
  const keys: SandboxKeys = { private_key: makeKey('tenant_admin'), public_key: makeKey('public') }
  writeSecretFile(file, textOf(keys))
  return keys
}
