import type { Page } from 'playwright-core'
import { closedStaffAreas } from '../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { InstallerStatus } from '../../src-shared/pos/terminals/installer.ts'
import { pings, terminals } from './installer-data.ts'
import { snapshots } from './snapshots.ts'
import type { Scene } from './staff-scenes.ts'
import type { Answers } from './support/fake-bridge.ts'

export const status = (rest: Partial<InstallerStatus> = {}): Snapshot => ({
  ...snapshots.ready,
  ...closedStaffAreas,
  staff: {
    ...closedStaffAreas.staff,
    role: 'installer',
    closes_at: '2026-11-21T14:06:10.000Z',
    pins: { manager: true, installer: true },
  },
  installer: { pairing: null, pings, devices: [], ...rest },
})

/** A state of the installer's pages, starting from the list of terminals. */
export const scene = (
  rest: Partial<InstallerStatus> = {},
  steps?: (page: Page) => Promise<void>,
  answers: Answers = { replies: { 'terminals.list': terminals } },
): Scene => ({
  snapshot: status(rest),
  place: 'Terminals',
  answers,
  ...(steps === undefined ? {} : { steps }),
})
