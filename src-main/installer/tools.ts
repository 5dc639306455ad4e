import type { HealthAnswer } from '../../src-shared/pos/installer-tools/health-commands.ts'
import type { NetworkTest } from '../../src-shared/pos/installer-tools/network-test.ts'
import { newSetup, setupSchema } from '../../src-shared/pos/installer-tools/setup.ts'
import type { PdfPage } from '../printing/to-pdf.ts'
import { jsonFile } from '../settings/json-file.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { makeBundle } from './bundle/make-bundle.ts'
import type { DetailedLog } from './detailed-log.ts'
import { type HealthOptions, readHealth } from './health/read-health.ts'
import type { NetworkPlace } from './network/test-network.ts'
import type { AttachedDevices } from './setup/installation-report.ts'
import { createSetupKeeper, type SetupKeeper } from './setup/setup-keeper.ts'

/** The installer's tools besides terminals; they work also without the service. */
export interface InstallerTools {
  health(): Promise<HealthAnswer>
  /** Null: it was stopped. */
  testNetwork(): Promise<NetworkTest | null>
  stopNetworkTest(): void
  detail(on: boolean): void
  /** False: the person cancelled. */
  saveBundle(): Promise<boolean>
  readonly setup: SetupKeeper
  /** False: the person cancelled. */
  saveReport(): Promise<boolean>
}

export interface InstallerToolsOptions extends HealthOptions {
  readonly settings: Pick<SettingsStore, 'present'>
  /** The service that this counter uses. */
  readonly place: () => NetworkPlace
  readonly logs: string
  /** The file of the set-up assistant. */
  readonly setupFile: string
  /** Intents of test sales that are not reversed yet. */
  readonly unreturned: () => Promise<readonly string[]>
  readonly attached: () => Promise<AttachedDevices>
  readonly toPdf: (page: PdfPage) => Promise<Uint8Array>
  readonly detailed: DetailedLog
  readonly saveFile: (name: string, content: Uint8Array) => Promise<boolean>
}

export function openInstallerTools(options: InstallerToolsOptions): InstallerTools {
  const { detailed, now, present } = options
  const who = () => {
    const { people, role } = present().staff
    return people?.present?.name ?? role
  }
  const setup = createSetupKeeper({
    file: jsonFile(options.setupFile, setupSchema, newSetup, { keepsGood: true }),
    facts() {
      const { service, terminal, real_money } = present()
      return {
        service: { status: service.kind, real_money },
        terminal: { status: terminal.kind, hsn: terminal.kind === 'none' ? null : terminal.hsn },
      }
    },
    who,
    now,
  })
  let testing: AbortController | null = null
  /** The latest network test since the start. */
  let tested: NetworkTest | null = null
  const dayOf = () => new Date(now()).toISOString().slice(0, 10)
  return {
    async health() {
      const until = detailed.until()
      return {
        facts: await readHealth(options),
        detailed_until: until === null ? null : new Date(until).toISOString(),
      }
    },
    async testNetwork() {
      testing?.abort()
      const own = new AbortController()
      testing = own
      const { testNetwork } = await import('./network/test-network.ts')
      const { terminal } = present()
      const found = await testNetwork({
        ...{ place: options.place(), access: options.access(), signal: own.signal, now },
        hsn: terminal.kind === 'none' ? null : terminal.hsn,
      })
      tested = found ?? tested
      return found
    },
    stopNetworkTest: () => testing?.abort(),
    detail: detailed.turn,
    async saveBundle() {
      const bundle = await makeBundle({
        logs: options.logs,
        health: await readHealth(options),
        installer: present().installer,
        settings: options.settings.present(),
      })
      return options.saveFile(`countertop-diagnostics-${dayOf()}.zip`, bundle)
    },
    setup,
    async saveReport() {
      const { installationReport } = await import('./setup/installation-report.ts')
      const { merchant_name: shop, currency } = present()
      const { counter_name: counter, language, time_zone: timeZone } = options.settings.present()
      const page = installationReport({
        ...{ language, timeZone, shop, counter, currency, by: who() },
        facts: await readHealth(options),
        setup: await setup.read(),
        account: options.access()?.accountId ?? null,
        unreturned: await options.unreturned(),
        attached: await options.attached(),
        // A test of another service does not count for this one.
        network: tested?.url === options.place().url ? tested : null,
      })
      return options.saveFile(`countertop-installation-${dayOf()}.pdf`, await options.toPdf(page))
    },
  }
}
