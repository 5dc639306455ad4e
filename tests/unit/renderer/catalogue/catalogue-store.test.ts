import { afterEach, expect, test, vi } from 'vitest'
import { followCatalogue, useCatalogueStore } from '../../../../src-renderer/catalogue/catalogue-store.ts'
import { acceptSnapshot } from '../../../../src-renderer/stores/snapshot-store.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

afterEach(() => vi.unstubAllGlobals())

/** Waits until main has answered and the answer is stored. */
const answered = () => new Promise(setImmediate)

test('a catalogue that could not be read is requested again with the next snapshot, until it is read', async () => {
  const answers = [
    { ok: false, error: { code: 'failed', message: 'the disk did not answer' } },
    { ok: true, value: JSON.stringify({ items: [], tax_rates: [] }) },
  ]
  const read = vi.fn(async () => answers.shift())
  vi.stubGlobal('window', { countertop: { commands: { 'catalogue.read': read } } })
  const at = (revision: number) =>
    acceptSnapshot({
      ...snapshots.ready,
      revision,
      selling: { ...snapshots.ready.selling, revision: 1 },
    })
  at(1)
  const stop = followCatalogue()
  await answered()
  expect(useCatalogueStore.getState().catalogue).toBeNull()
  for (const revision of [2, 3, 4]) {
    at(revision)
    await answered()
    expect(useCatalogueStore.getState().catalogue).not.toBeNull()
  }
  expect(read).toHaveBeenCalledTimes(2)
  stop()
})
