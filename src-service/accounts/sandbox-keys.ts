import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { makeKey } from './keys.ts'

const keysSchema = z.strictObject({ private_key: z.string().min(1), public_key: z.string().min(1) })
export type SandboxKeys = z.infer<typeof keysSchema>

/**
 * The training merchant's keys, the same at every start with the same folder. They are in the clear, for their
 * owner only: they open nothing but play money.
 */
export function loadSandboxKeys(file: string): SandboxKeys {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!absent) throw new Error(`${file} cannot be read; remove it and new keys are made`, { cause: error })
  }
  const keys: SandboxKeys = { private_key: makeKey('tenant_admin'), public_key: makeKey('public') }
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return keys
}
