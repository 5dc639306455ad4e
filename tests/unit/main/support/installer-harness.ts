import { join } from 'node:path'
import { z } from 'zod'
import { chosenTerminalSchema, createCurrentCounter } from '../../../../src-main/counter/current-counter.ts'
import { openPendingReversals } from '../../../../src-main/installer/diagnostics/pending-reversals.ts'
import {
  type InstallerOptions,
  type InstallerService,
  openInstallerService,
} from '../../../../src-main/installer/installer-service.ts'
import { openVirtualTerminals } from '../../../../src-main/installer/virtual-terminals.ts'
import { jsonFile } from '../../../../src-main/settings/json-file.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type CounterHarness, openCounterHarness } from './counter-harness.ts'
import { quietLog, type TestService } from './service.ts'

/** The installer service with a counter, each with its own data folder, against a real service. */
export interface InstallerHarness extends InstallerService {
  readonly userData: string
  counter(): CounterHarness
  owed(): Promise<readonly string[]>
  stop(): Promise<void>
}

const names = z.array(z.string()).readonly()

export async function openInstallerHarness(
  service: TestService,
  options: Partial<InstallerOptions> & {
    readonly hsn?: string | null
    readonly userData?: string
  } = {},
): Promise<InstallerHarness> {
  const userData = options.userData ?? (await temporaryFolder('countertop-installer'))
  const { accountId } = service.access
  let counter: CounterHarness | null = null
  const access = () => service.access
  const counters = createCurrentCounter({
    chosen: () => jsonFile(join(userData, 'chosen.json'), chosenTerminalSchema, null),
    named: options.named ?? null,
    fallback: options.hsn ?? null,
    async open(_account, hsn) {
      const settings = { tip_presets: [], tip_custom: false }
      counter = await openCounterHarness({ access, accountId, hsn, userData, settings })
      return counter
    },
  })
  await counters.open(accountId)
  const theCounter = () => {
    if (counter === null) throw new Error('the counter is not open')
    return counter
  }
  const owed = jsonFile(join(userData, 'trials.json'), names, [])
  const reversals = await openPendingReversals({ file: owed, client: () => service.client, log: quietLog })
  const newId = createIdSource(Date.now)
  const installer = openInstallerService({
    access,
    counters,
    named: null,
    currency: () => 'USD',
    language: () => 'en' as const,
    terminal: () => theCounter().snapshot().terminal,
    reversals,
    virtual: await openVirtualTerminals(jsonFile(join(userData, 'virtual.json'), names, []), quietLog),
    counterName: () => 'Counter 1',
    onChange: () => undefined,
    onWaiting: () => undefined,
    newId: () => newId('action'),
    now: Date.now,
    ...options,
  })
  return {
    ...installer,
    userData,
    counter: theCounter,
    owed: () => owed.read(),
    async stop() {
      installer.attend(false)
      installer.stopPairing()
      reversals.stop()
      await counters.stop()
    },
  }
}
