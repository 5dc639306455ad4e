import type { AuditArea } from '../audit/audit-area.ts'
import type { PlaceOfRun } from '../live-service/chosen-place.ts'
import type { Log } from '../log.ts'
import type { ServiceSource, ShopListener } from '../service-host/service-source.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { VirtualTerminalWindow } from '../windows/virtual-terminal-window.ts'
import type { BooksGuard } from './books-currency.ts'
import type { Counter } from './counter.ts'
import type { CurrentCounter } from './current-counter.ts'
import type { KnownShop } from './known-shop.ts'

export interface ServiceFollower {
  /** Called when the service is up for this account: opens its books, its counter, and what depends on them. */
  readonly comeUp: ShopListener
  stop(): void
}

/** Pause before a counter whose books could not be opened is tried again, in ms. */
const retryMs = 5_000

/** Opens the counter whenever the service comes up, and shows the service's state. */
export function followService(options: {
  readonly service: ServiceSource
  readonly place: Pick<PlaceOfRun, 'training' | 'stored'>
  readonly snapshot: SnapshotPublisher
  readonly books: BooksGuard
  readonly knownShop: KnownShop
  readonly counters: CurrentCounter
  readonly areas: StaffAreas
  readonly auditArea: AuditArea
  /** The virtual terminal's window, opened with the app; null where there is none. */
  readonly virtualTerminal: VirtualTerminalWindow | null
  /** Resolves when the cashier's page has what it needs for its first drawing. */
  readonly pageShown: Promise<void>
  readonly log: Log
}): ServiceFollower {
  const {
    service,
    place,
    snapshot,
    books,
    knownShop,
    counters,
    areas,
    auditArea,
    virtualTerminal,
    pageShown,
    log,
  } = options
  let stopLearning = () => {}

  async function followShop(access: ServiceAccess, stopped: AbortSignal): Promise<void> {
    const { learnShop } = await import('../live-service/learn-shop.ts')
    if (stopped.aborted) return
    stopLearning()
    stopLearning = learnShop(access, ({ name, contact, realMoney, currency }) => {
      books.learned(currency)
      snapshot.update({ real_money: realMoney })
      knownShop.learned({ name, contact })
    })
  }

  const isUnopened = () => snapshot.present().service.kind === 'books_unopened'

  /** A virtual terminal opens with the app: until its counter is open it is shown as connecting, not as missing. */
  async function openWithVirtual(accountId: string): Promise<Counter> {
    // Training may charge on another terminal than the one in the window.
    const hsn = virtualTerminal === null ? null : await counters.first(accountId)
    const isOnItsWay = hsn !== null && snapshot.present().terminal.kind === 'none'
    // What prevents sales stays on the screen while the books are tried again.
    if (!isUnopened()) {
      snapshot.update({
        service: { kind: 'ready' },
        ...(isOnItsWay && { terminal: { kind: 'connecting', hsn, name: hsn } }),
      })
    }
    try {
      const counter = await counters.open(accountId)
      if (isUnopened()) snapshot.update({ service: { kind: 'ready' } })
      return counter
    } catch (error) {
      // Without a counter nothing connects to it.
      if (isOnItsWay) snapshot.update({ terminal: { kind: 'none' } })
      throw error
    }
  }

  /** @returns null where the account's books must stay closed */
  async function openFor(
    [access, shop]: Parameters<ShopListener>,
    stopped: AbortSignal,
  ): Promise<Counter | null> {
    const [isOpen] = await Promise.all([
      books.open(access, shop?.currency ?? place.stored?.currency ?? null, stopped),
      knownShop.open(access.accountId, shop),
    ])
    if (!isOpen) return null
    if (!place.training) await followShop(access, stopped)
    // Without a service or with another one there is another attempt, and a counter opened now would outlive the app.
    stopped.throwIfAborted()
    const counter = await (place.training ? openWithVirtual : counters.open)(access.accountId)
    // The connection to the terminal finds out whether the service answers.
    if (isUnopened()) snapshot.update({ service: { kind: 'starting' } })
    return counter
  }

  let attempt = new AbortController()
  let retry: NodeJS.Timeout | undefined

  /** Ends the last attempt to open the counter. @returns the signal that ends the next one */
  function cease(): AbortSignal {
    clearTimeout(retry)
    attempt.abort(new Error('the service has changed, or the app is closing'))
    attempt = new AbortController()
    return attempt.signal
  }

  const comeUp: ShopListener = async (access, shop) => {
    const stopped = cease()
    const counter = await openFor([access, shop], stopped).catch((error: unknown) => {
      if (stopped.aborted) return null
      // A full disk, or a folder that cannot be written. An outside service does not come up a second time.
      snapshot.update({ service: { kind: 'books_unopened' } })
      const failed = (again: unknown) => log.error({ err: again }, 'counter.open_failed')
      retry = setTimeout(() => void comeUp(access, shop).catch(failed), retryMs)
      throw error
    })
    if (stopped.aborted) return
    if (counter === null) return areas.resume(access)
    counter.terminal.checkNow()
    await areas.resume(access)
    void pageShown
      .then(async () => auditArea.resume((await counter.identity()).id))
      .catch((error: unknown) => log.error({ err: error }, 'audit.not_anchored'))
    void pageShown
      .then(counter.compareNumbers)
      .catch((error: unknown) => log.error({ err: error }, 'sale.numbering_not_compared'))
    if (virtualTerminal === null) return
    await pageShown
    // Opened with the app, and again when the service comes back at another address.
    await virtualTerminal.keep(access)
    counters.present()?.terminal.checkNow()
  }

  service.onUpdating(() => snapshot.update({ service: { kind: 'starting', updating: true } }))
  service.onDown((detail) => {
    cease()
    const unopened = counters.present() === null && ({ unopened: true } as const)
    snapshot.update({ service: { kind: 'unreachable', detail, ...unopened } })
  })
  service.onUp(comeUp)
  return {
    comeUp,
    stop() {
      cease()
      stopLearning()
    },
  }
}
