import { afterEach, expect, test, vi } from 'vitest'
import { forgetAudit, narrow, readFirst } from '../../../../src-renderer/audit/audit-store.ts'
import { useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { PosBridge } from '../../../../src-shared/pos/bridge.ts'
import { ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const list = vi.fn<PosBridge['commands']['audit.list']>(async () =>
  ok({ entries: [], next: null, missing: [] }),
)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Pacific/Auckland', '2026-11-19T11:00:00.000Z', '2026-11-21T11:00:00.000Z'],
  ['America/Denver', '2026-11-20T07:00:00.000Z', '2026-11-22T07:00:00.000Z'],
])('the audit log is filtered by calendar days in the shop’s time zone (%s)', async (time_zone, from, to) => {
  vi.stubGlobal('window', { countertop: { commands: { 'audit.list': list } } })
  forgetAudit()
  const { ready } = snapshots
  useSnapshotStore.setState({ snapshot: { ...ready, settings: { ...ready.settings, time_zone } } })
  narrow({ from: '2026-11-20', to: '2026-11-21' })
  await readFirst()
  expect(list).toHaveBeenLastCalledWith(
    expect.objectContaining({ filter: expect.objectContaining({ from, to }) }),
  )
})
