import type { Client } from '../../src-shared/api/client.ts'
import type { Numbering } from '../../src-shared/pos/bill/bill.ts'
import { countIn } from '../../src-shared/pos/bill/numbering.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Log } from '../log.ts'
import { newestInBooks } from './books-numbers.ts'
import { callService } from './calls.ts'
import { isGivenElsewhere, isInBooks, type NumberedPayment } from './given-elsewhere.ts'
import { newNumbering } from './new-numbering.ts'
import type { SaleRunner } from './runner.ts'
import { memberOf } from './salvage-line.ts'

/** Between two looks, ms: two computers with one folder may be started at the same time. */
const lookAgainMs = 5 * 60_000
/** So long somebody waits who closes a day, ms. */
const mostWaitedMs = 5_000
/** Of the newest payments, a page of the most that there may be each. */
const pages = 20
const limit = 50

/**
 * Finds out whether a folder that was put back to an earlier day, or copied, gives receipt numbers once more, and begins a
 * series then. Nobody waits for it: a bill that is opened before the service has answered has the next number of old.
 */
export interface NumberingWatch {
  /** Looks now, and again every few minutes; the service has come up, or a day is about to be closed. */
  look(): Promise<void>
  stop(): void
}

export function createNumberingWatch(options: {
  readonly counter: Pick<SaleRunner, 'numbering' | 'isOwn' | 'openBills' | 'beginSeries'>
  readonly client: () => Client | null
  readonly paths: { readonly journal: string; readonly drawer: string; readonly soldBills: string }
  /** Series that were used besides those that files name. */
  readonly elsewhere: () => Promise<ReadonlySet<string>>
  readonly audit: Pick<AuditTrail, 'add'>
  readonly log: Log
}): NumberingWatch {
  const { counter, client, paths, audit, log } = options
  let areBooksRead = false
  /** The newest payment that there was at the last look; null before the first. What is newer was made meanwhile. */
  let lookedAt: LookedAt | null = null
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function isInOtherBooks(): Promise<boolean> {
    if (areBooksRead) return false
    const booked = await newestInBooks(paths)
    areBooksRead = true
    const open = counter.openBills().map(({ number }) => number)
    return isInBooks(counter.numbering(), booked, open)
  }

  async function isAtService(): Promise<boolean> {
    const found = await newestPayments(client, counter.numbering(), lookedAt)
    if (found === null) return false
    lookedAt = { newest: found.newest ?? lookedAt?.newest ?? null }
    // As it is now: this counter may have sold while it was asked.
    return isGivenElsewhere(counter.numbering(), found.payments, counter.isOwn)
  }

  async function begin(foundIn: 'books' | 'service'): Promise<void> {
    const former = counter.numbering().series
    const { series } = await newNumbering(paths.journal, options.elsewhere)
    if (isStopped) return
    await counter.beginSeries(series)
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

interface LookedAt {
  readonly newest: string | null
}

/**
 * What the service has of payments with a receipt's number, the newest first: at the first look as far back as there is one
 * of this series, later those since the last. Null without an answer.
 */
async function newestPayments(
  client: () => Client | null,
  { series }: Numbering,
  lookedAt: LookedAt | null,
): Promise<{ readonly payments: readonly NumberedPayment[]; readonly newest: string | null } | null> {
  const payments: NumberedPayment[] = []
  let newest: string | null = null
  let isNew = lookedAt !== null
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    const query = { limit, ...(after === undefined ? {} : { starting_after: after }) }
    const found = await callService(client, 'payment_intents.list', { query })
    if (!found.ok) return null
    const { data, meta } = found.value
    newest ??= data[0]?.id ?? null
    for (const { id, order_details, reference_id: reference, status } of data) {
      if (id === lookedAt?.newest) isNew = false
      const number = memberOf(memberOf(order_details, 'bill'), 'number')
      if (typeof number === 'string') {
        payments.push({ number, reference, isCaptured: status === 'captured', isNew })
      }
    }
    after = meta.next_cursor
    const isEnough =
      lookedAt === null ? payments.some(({ number }) => countIn(series, number) !== null) : !isNew
    if (isEnough || after === undefined) break
  }
  return { payments, newest }
}
