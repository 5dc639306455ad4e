import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonFile } from '../settings/json-file.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { CounterIdentity } from './session.ts'

const fileSchema = z.object({ id: z.string().min(1).max(64) }).nullable()

/**
 * How this counter identifies itself to the service: a random id, made once and kept, and the name that a person gave
 * it. The id finds a session again whose answer was lost, so it must not be shared.
 */
export function counterIdentity(
  path: string,
  settings: Pick<SettingsStore, 'present'>,
): () => Promise<CounterIdentity> {
  const file = jsonFile(path, fileSchema, null, { keepsGood: true })
  let id: Promise<string> | null = null
  const find = async (): Promise<string> => {
    const kept = await file.read()
    if (kept !== null) return kept.id
    const made = randomUUID()
    // Where it cannot be written the id is valid for this run: a sale does not wait for a full disk.
    await file.write({ id: made }).catch(() => undefined)
    return made
  }
  return async () => {
    id ??= find()
    return { id: await id, name: settings.present().counter_name }
  }
}
