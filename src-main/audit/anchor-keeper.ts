import type { AuditFault } from '../../src-shared/pos/audit/audit.ts'
import type { Log } from '../log.ts'
import type { AnchorFailure, AuditAnchors } from './audit-anchors.ts'
import { type AuditHead, tamperedCommand } from './audit-chain.ts'
import { entryFrom } from './audit-files.ts'
import type { AuditTrail } from './audit-trail.ts'

/** The head is posted after this many entries or ms, whichever is first. */
const entriesApart = 20
const msApart = 300_000
/** Pause before a retry without an answer, in ms. */
const retryMs = 60_000

/**
 * Posts the head of the audit to the service. Only the newest head has to be posted, which is on the disk: so an outage
 * or a restart needs no further storage. At every launch the comparison comes before the first post.
 */
export interface AnchorKeeper {
  /** Called when the service is up, for the first time or again. */
  resume(): Promise<void>
  /** Posts the last head, and ends. */
  stop(): Promise<void>
}

export function createAnchorKeeper(options: {
  readonly path: string
  readonly trail: Pick<AuditTrail, 'head' | 'record' | 'onWritten' | 'whileStill'>
  /** Null while the service is not up. */
  readonly anchors: () => AuditAnchors | null
  /** Whether people sign in at this counter. */
  readonly hasPeople: () => boolean
  /** Called when people sign in here, and only the service knows. @returns false while a customer pays */
  readonly requirePeople: () => Promise<boolean>
  readonly now: () => number
  readonly log: Log
  /** Maximum time that a program that ends waits for the last post, in ms. */
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

  /** Compares the audit with the newest head that the service accepted, and records a fault. */
  async function compare(source: AuditAnchors): Promise<AnchorFailure | null> {
    const found = await source.newest()
    if (!found.ok) return found.error
    const newest = found.value
    if (newest !== null) {
      const expected: AuditHead = { count: newest.sequence, hash: newest.hash }
      const fault = await faultBy(expected, newest.created_at)
      if (fault !== null) await trail.record(fault, expected)
      posted = { count: newest.sequence, hasPeople: newest.has_people }
      // A person in a payment must not lose the screen that shows it.
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
    // Numbers before a line that records a fault are lost, as that line states.
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
