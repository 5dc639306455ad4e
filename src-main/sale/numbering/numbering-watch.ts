import type { AuditTrail } from '../../audit/audit-trail.ts'
import type { Log } from '../../log.ts'
import type { ClientSource } from '../../service-calls/call-service.ts'
import type { SaleRunner } from '../runner.ts'
import { newestInBooks } from './books-numbers.ts'
import { createPaymentsLook } from './compare-payments.ts'
import { isInBooks } from './given-elsewhere.ts'
import { newNumbering } from './new-numbering.ts'

/** Between two looks, ms: two computers with one folder may be started at the same time. */
const lookAgainMs = 5 * 60_000
/** So long somebody waits who closes a day, ms. */
const mostWaitedMs = 5_000

/**
 * Finds out whether a folder that was put back to an earlier day, or copied, gives receipt numbers once more, and begins a
 * series then. Nobody waits for it: a bill that is opened before the service has answered has the next number of old.
 */
export interface NumberingWatch {
  /** Looks now, and again every few minutes; the service has come up, or a day is about to be closed. */
  look(): Promise<void>
  stop(): void
}

export interface NumberingWatchOptions {
  readonly counter: Pick<SaleRunner, 'numbers' | 'openBills'>
  readonly client: ClientSource
  readonly paths: { readonly journal: string; readonly drawer: string; readonly soldBills: string }
  /** Series that were used besides those that files name. */
  readonly elsewhere: () => Promise<ReadonlySet<string>>
  readonly audit: Pick<AuditTrail, 'add'>
  readonly log: Log
}

export function createNumberingWatch(options: NumberingWatchOptions): NumberingWatch {
  const { counter, client, paths, audit, log } = options
  const isAtService = createPaymentsLook(client, counter.numbers)
  let areBooksRead = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function isInOtherBooks(): Promise<boolean> {
    if (areBooksRead) return false
    const booked = await newestInBooks(paths)
    areBooksRead = true
    const open = counter.openBills().map(({ number }) => number)
    return isInBooks(counter.numbers.present(), booked, open)
  }

  async function begin(foundIn: 'books' | 'service'): Promise<void> {
    const former = counter.numbers.present().series
    const { series } = await newNumbering(paths.journal, options.elsewhere)
    if (isStopped) return
    await counter.numbers.begin(series)
    log.error({ former, series, found_in: foundIn }, 'sale.numbers_given_elsewhere')
    audit.add({
      ...{ role: null, person_id: null, command: 'sale.begin_series', outcome: 'done' },
      about: { former, series },
    })
  }

  async function lookOnce(): Promise<void> {
    if (await isInOtherBooks()) await begin('books')
    else if (!isStopped && (await isAtService()) && !isStopped) await begin('service')
  }

  function look(): Promise<void> {
    if (isStopped) return Promise.resolve()
    clearTimeout(timer)
    running ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'sale.numbering_not_compared'))
      .finally(() => {
        running = null
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(() => void look(), lookAgainMs).unref()
      })
    const limited = new Promise<void>((resolve) => setTimeout(resolve, mostWaitedMs).unref())
    return Promise.race([running, limited])
  }

  return {
    look,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
