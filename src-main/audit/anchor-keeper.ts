import type { AuditFault } from '../../src-shared/pos/audit/audit.ts'
import type { Log } from '../log.ts'
import type { AnchorFailure, AuditAnchors } from './audit-anchors.ts'
import { type AuditHead, tamperedCommand } from './audit-chain.ts'
import { entryFrom } from './audit-files.ts'
import type { AuditTrail } from './audit-trail.ts'

/** The head is posted after so many entries, or so many ms, whichever is first. */
const entriesApart = 20
const msApart = 300_000
/** Without an answer it is tried again after this, ms. */
const retryMs = 60_000

/**
 * Keeps the head of the audit at the service. What is not posted yet is nothing but the newest head, which lies on the
 * disk: so nothing more has to be kept through an outage or a restart. The comparison comes before the first post of
 * every launch.
 */
export interface AnchorKeeper {
  /** The service is up, for the first time or again. */
  resume(): Promise<void>
  /** Posts what is left, and ends. */
  stop(): Promise<void>
}

export function createAnchorKeeper(options: {
  readonly path: string
  readonly trail: Pick<AuditTrail, 'head' | 'record' | 'onWritten' | 'whileStill'>
  /** Null while the service is not up. */
  readonly anchors: () => AuditAnchors | null
  /** Whether people sign in here. */
  readonly hasPeople: () => boolean
  /** The service knows that people sign in here, and this counter does not. @returns false while somebody pays */
  readonly requirePeople: () => Promise<boolean>
  readonly now: () => number
  readonly log: Log
  /** So long a program that ends waits for the last head to arrive, ms. */
  readonly lastWordMs?: number
}): AnchorKeeper {
  const { path, trail, anchors, hasPeople, now, log, lastWordMs = 1_500 } = options
  let isCompared = false
  let isUnsupported = false
  let posted: { readonly count: number; readonly hasPeople: boolean } | null = null
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()
  let isRetrying = false
  let isStopped = false

  /** What is wrong by the newest head that the service accepted. */
  async function compare(source: AuditAnchors): Promise<AnchorFailure | null> {
    const found = await source.newest()
    if (!found.ok) return found.error
    const newest = found.value
    if (newest !== null) {
      const expected: AuditHead = { count: newest.sequence, hash: newest.hash }
      const fault = await faultBy(expected, newest.created_at)
      if (fault !== null) await trail.record(fault, expected)
      posted = { count: newest.sequence, hasPeople: newest.has_people }
      // Whoever pays is not left without the screen that shows it.
      if (newest.has_people && !hasPeople() && !(await options.requirePeople())) return 'no_answer'
    }
    isCompared = true
    return null
  }

  async function faultBy(expected: AuditHead, at: string): Promise<AuditFault | null> {
    const head = await trail.head()
    if (expected.count > head.count)
      return { kind: 'rolled_back', expected: expected.count, found: head.count, at }
    const entry = await trail.whileStill(() => entryFrom(path, expected.count))
    if (entry?.n === expected.count && entry.hash === expected.hash) return null
    // The numbers before such a line are lost, and it says so.
    if (entry?.n === expected.count + 1 && Reflect.get(entry, 'command') === tamperedCommand) return null
    return { kind: 'replaced', entry: expected.count, after: 0, at }
  }

  async function post(source: AuditAnchors): Promise<AnchorFailure | null> {
    const head = await trail.head()
    if (head.count === 0 || (posted?.count === head.count && posted.hasPeople === hasPeople())) return null
    const result = await source.post(head, new Date(now()).toISOString(), hasPeople())
    if (!result.ok) return result.error
    if (result.value.status === 'refused') {
      log.error({ anchor: result.value }, 'audit.anchor_refused')
      isCompared = false
      return compare(source)
    }
    posted = { count: head.count, hasPeople: hasPeople() }
    return null
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    isRetrying = false
    work = work.then(async () => {
      const source = anchors()
      if (isUnsupported || source === null) return
      const failure = (isCompared ? null : await compare(source)) ?? (await post(source))
      if (failure === 'unsupported') {
        isUnsupported = true
        log.info({}, 'audit.anchor_unsupported')
      } else if (failure === 'no_answer') {
        isRetrying = true
        schedule(retryMs)
      }
    })
    work = work.catch((error: unknown) => log.error({ err: error }, 'audit.anchor_failed'))
    return work
  }

  function schedule(ms: number): void {
    if (!isStopped && !isUnsupported) timer ??= setTimeout(() => void run(), ms).unref()
  }

  trail.onWritten((head) => {
    if (isStopped) return
    const isDue = head.count - (posted?.count ?? 0) >= entriesApart || posted?.hasPeople !== hasPeople()
    if (!isCompared || !isDue || isRetrying) return schedule(msApart)
    clearTimeout(timer)
    timer = setTimeout(() => void run(), 0).unref()
  })

  return {
    resume: run,
    async stop() {
      isStopped = true
      const limit = new Promise<void>((resolve) => setTimeout(resolve, lastWordMs).unref())
      await Promise.race([run(), limit])
      clearTimeout(timer)
    },
  }
}
