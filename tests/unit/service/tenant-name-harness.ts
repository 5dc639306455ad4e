import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { IdempotencyClaim, Row } from '../../../src-service/store/store.ts'
import { createClock } from '../../../src-service/time/clock.ts'
import { serviceError } from '../../../src-shared/api/errors.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { openSqliteStore } from '../../support/sqlite-store.ts'

interface NamedTenant {
  readonly name: string
}

const clock = createClock()
const newId = createIdSource(clock.now)

export const tenantRow = (name: string, version: number): Row<NamedTenant> => ({
  account_id: '',
  id: 'ten_one',
  version,
  created_at: 1,
  updated_at: 1,
  document: { name },
})

/** A store with one tenant, whose name shows which decisions were carried out. */
export async function openTenant() {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'))
  const store = openSqliteStore(join(folder, 'service.db'))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await store.commit({ writes: [{ op: 'insert', kind: 'tenant', row: tenantRow('', 1) }] })
  const read = async () => (await store.get<NamedTenant>('tenant', '', 'ten_one')) ?? tenantRow('', 0)

  /** A decision that appends a letter to the name. */
  const append = (letter: string) => ({
    load: async (): Promise<Result<Row<NamedTenant>, never>> => ok(await read()),
    decide: (row: Row<NamedTenant>) => {
      const name = row.document.name + letter
      return ok({
        writes: [{ op: 'update' as const, kind: 'tenant' as const, row: tenantRow(name, row.version + 1) }],
        events: [],
        reply: { name },
      })
    },
  })
  return { store, services: { store, clock, newId }, read, append }
}

export const refuse = {
  load: async () => ok(null),
  decide: () => err(serviceError('state_conflict', 'No.')),
}

export const claim = (changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  scope: 'scope of a request',
  fingerprint: 'its body',
  created_at: clock.now(),
  ...changes,
})

export const codeOf = (result: Result<unknown, { code: string }>) => (result.ok ? 'ok' : result.error.code)
