import { afterEach, expect, test } from 'vitest'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openSettings } from '../../../../src-main/settings/settings.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { createInstallerArea } from '../../../../src-main/staff/installer-area.ts'
import { createManagerArea } from '../../../../src-main/staff/manager-area.ts'
import type { StaffAreaContext } from '../../../../src-main/staff/staff-area.ts'
import { openStaffSession } from '../../../../src-main/staff/staff-session.ts'
import { closedStaffAreas, idleCounter, nothingToSell } from '../../../../src-shared/pos/at-start.ts'
import { unknownContact } from '../../../../src-shared/receipt/shop-contact.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { lowPinCost } from '../support/pin-cost.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'

let service: TestService
afterEach(() => service.stop())

test('an installer area that could not be opened is opened by the next request', async () => {
  service = await startTestService()
  const { area, failOnce } = await openArea()
  await area.resume(service.access)
  failOnce(new Error('the disk cannot be read'))
  await expect(area.service()).rejects.toThrow('the disk cannot be read')
  const opened = await area.service()
  expect(await opened?.list()).toMatchObject({ ok: true })
  await area.stop()
})

test('a manager can look up payments once the service is up, even while the counter is opening', async () => {
  service = await startTestService()
  const { context } = await contextOfAreas()
  const area = createManagerArea(context)
  const opened = await area.service()
  expect(await opened?.search({ page: 1 })).toMatchObject({ ok: true })
  await area.stop()
})

async function openArea() {
  const { context, failOnce } = await contextOfAreas()
  return { area: createInstallerArea(context), failOnce }
}

async function contextOfAreas() {
  const paths = dataPaths(await temporaryFolder('countertop-installer-area'))
  const settings = await openSettings(paths.settings, 'en-US')
  const nobody = { terminal: { kind: 'none' }, sale: { kind: 'ready' } } as const
  let failure: Error | null = null
  const pendingReversals = (accountId: string): string => {
    const error = failure
    failure = null
    if (error !== null) throw error
    return paths.pendingReversals(accountId)
  }
  const context: StaffAreaContext = {
    service: { access: () => service.access },
    counters: { present: () => null, use: async () => 'not_open' },
    paths: { ...paths, pendingReversals },
    settings,
    snapshot: createPublisher(
      {
        merchant_name: 'Test',
        merchant_contact: unknownContact,
        program_changeable: false,
        training: true,
        currency: 'USD',
        service: { kind: 'ready' },
        ...nobody,
        settings: settings.present(),
        ...idleCounter,
        selling: nothingToSell,
        links: [],
        unreadable_links: 0,
        close_asked: false,
        ...closedStaffAreas,
      },
      () => undefined,
    ),
    staff: await openStaffSession({
      path: paths.staff,
      now: Date.now,
      pepper: async () => null,
      pinCost: lowPinCost,
      log: quietLog,
    }),
    audit: { add: () => undefined },
    training: true,
    namedTerminal: null,
    serialPorts: [],
    newActionId: () => 'act_1',
    log: quietLog,
  }
  return {
    context,
    /** Makes the next opening in the area fail with this error. */
    failOnce: (error: Error) => {
      failure = error
    },
  }
}
