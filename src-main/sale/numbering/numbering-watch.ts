import { pause } from '../../async/pause.ts'
import type { AuditTrail } from '../../audit/audit-trail.ts'
import type { Log } from '../../log.ts'
import type { ClientSource } from '../../service-calls/call-service.ts'
import type { SaleRunner } from '../runner.ts'
import { newestInBooks } from './books-numbers.ts'
import { createPaymentsLook } from './compare-payments.ts'
import { isInBooks } from './given-elsewhere.ts'
import { newNumbering } from './new-numbering.ts'

/** Interval between two looks, in ms: two computers with copies of one folder may start at the same time. */
const lookAgainMs = 5 * 60_000
/** Maximum time for which closing a day waits for a look, in ms. */
const mostWaitedMs = 5_000

/**
 * Detects receipt numbers that are given twice because the counter's folder was rolled back to an earlier day, or
 * copied, and then starts a new series. Sales do not wait for it: a bill that is opened before the service has answered
 * gets the next number of the old series.
 */
export interface NumberingWatch {
  /** Looks now, and then every few minutes. Called when the service has started, and before a day is closed. */
  look(): Promise<void>
  stop(): void
}

export interface NumberingWatchOptions {
  readonly counter: Pick<SaleRunner, 'numbers' | 'openBills'>
  readonly client: ClientSource
  readonly paths: { readonly journal: string; readonly drawer: string; readonly soldBills: string }
  /** Series that were used, besides those that files name. */
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
    return Promise.race([running, pause(mostWaitedMs)])
  }

  return {
    look,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
