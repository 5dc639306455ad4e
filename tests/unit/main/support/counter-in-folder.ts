import type { Counter } from '../../../../src-main/counter/counter.ts'
import { openCounter } from '../../../../src-main/counter/open-counter.ts'
import { createTipQuestions } from '../../../../src-main/customer-display/tip-question.ts'
import { dataPaths } from '../../../../src-main/paths.ts'
import { openSettings } from '../../../../src-main/settings/settings.ts'
import { createPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { closedStaffAreas, idleCounter, nothingToSell } from '../../../../src-shared/pos/at-start.ts'
import type { SaleState, SaleStateKind } from '../../../../src-shared/pos/sale/sale.ts'
import type { Settings } from '../../../../src-shared/pos/settings/settings.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { unknownContact } from '../../../../src-shared/receipt/shop-contact.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog, until } from './service.ts'

/** All of main except its windows: the counter with its own data folder, against a real service. */
export interface CounterHarness extends Counter {
  readonly userData: string
  readonly seen: readonly SaleState[]
  snapshot(): Snapshot
  /** Waits until the terminal is in this state. */
  terminalIs(kind: Snapshot['terminal']['kind']): Promise<void>
  /** Waits for the sale to be in one of these states. */
  saleIs(...kinds: readonly SaleStateKind[]): Promise<SaleState>
  charge(amount: number): void
  /** Removes the chosen customer, so that the next sale has none. */
  removeCustomer(): void
}

export interface CounterOptions {
  readonly access: () => ServiceAccess | null
  readonly accountId: string
  readonly hsn: string | null
  readonly userData: string
  readonly settings?: Partial<Settings>
  /** This counter's clock, in ms. */
  readonly now?: () => number
  /** Refunds payments to cards. */
  readonly manager?: Parameters<typeof openCounter>[0]['manager']
  readonly printer?: Parameters<typeof openCounter>[0]['printer']
  readonly saveFile?: Parameters<typeof openCounter>[0]['saveFile']
}

/** Also runs in a program of its own, so this file must not depend on a test runner. */
export async function openCounterInFolder(options: CounterOptions): Promise<CounterHarness> {
  const { userData } = options
  const paths = dataPaths(userData)
  const settings = await openSettings(paths.settings, 'en-US')
  await settings.update(options.settings ?? {})
  const seen: SaleState[] = []
  const snapshot = createPublisher(
    {
      merchant_name: 'Test',
      merchant_contact: unknownContact,
      program_changeable: false,
      training: true,
      currency: 'USD',
      service: { kind: 'starting' },
      terminal: { kind: 'none' },
      settings: settings.present(),
      ...idleCounter,
      selling: nothingToSell,
      links: [],
      unreadable_links: 0,
      close_asked: false,
      ...closedStaffAreas,
    },
    ({ sale }) => void seen.push(sale),
  )
  const counter = await openCounter({
    now: Date.now,
    ...options,
    paths,
    settings,
    snapshot,
    staff: {
      approve: async () => approvedUnless(null),
      approveReturn: async () => approvedUnless(null),
      personId: () => null,
    },
    printer: options.printer ?? { print: async () => false },
    printing: { print: async () => false, eachSale: async () => {}, drawer: { open: async () => ok(null) } },
    saveFile: options.saveFile ?? (async () => false),
    categories: async () => new Map(),
    audit: { add: () => undefined },
    manager: options.manager ?? (async () => null),
    newId: createIdSource(Date.now),
    selling: {
      followSale: () => undefined,
      followParked: () => undefined,
      followBill: () => undefined,
      followAside: () => undefined,
      followTabs: () => undefined,
    },
    onPrinted: () => undefined,
    display: { tips: createTipQuestions(() => undefined), isShown: () => false },
    log: quietLog,
  })
  let sales = 0
  return {
    ...counter,
    userData,
    seen,
    snapshot: snapshot.present,
    terminalIs: async (kind) =>
      void (await until(
        () => snapshot.present().terminal,
        (terminal) => terminal.kind === kind,
      )),
    removeCustomer: () => snapshot.update({ customer: null }),
    saleIs: (...kinds) => until(counter.sale.state, (state) => kinds.includes(state.kind)),
    charge(amount) {
      const id = `sale_${Date.now()}_${++sales}`
      const sale = { id, amount, currency: 'USD', entry: 'card', note: '', hsn: options.hsn ?? '' } as const
      const { surcharge: surcharge_rule } = settings.present()
      if (!counter.sale.dispatch({ kind: 'charge', sale: { ...sale, surcharge_rule } }))
        throw new Error('the charge was not taken')
    },
  }
}
