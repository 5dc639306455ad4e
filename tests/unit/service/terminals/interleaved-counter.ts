import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type InterleavedStore, interleaved } from '../../../support/interleaved-store.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { createBank } from './bank-harness.ts'
import { type Counter, openNode } from './terminals-harness.ts'

/** A counter in which something can happen between two reads of a request. */
export async function openInterleaved(): Promise<{
  readonly counter: Counter
  readonly afterRead: InterleavedStore['afterRead']
}> {
  const directory = mkdtempSync(join(tmpdir(), 'interleaved-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const clock = createSteadyClock()
  const between = interleaved(openSqliteStore(join(directory, 'service.db')))
  const counter = await openNode(async () => between.store, { clock, bank: createBank(clock), directory }, {})
  return { counter, afterRead: between.afterRead }
}
