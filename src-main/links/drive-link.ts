import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import {
  isLinkSettled,
  type LinkAnswer,
  type LinkRequest,
  linkAfter,
  nextLinkRequest,
} from '../../src-shared/pos/links/payment-link-steps.ts'
import type { Log } from '../log.ts'

export interface LinkDriver {
  /** Asks the service until the link has ended; asks at once if it is pausing. */
  follow(id: string): void
  /** For open links only, and never written to a file: the address contains the session's secret. */
  urlOf(id: string): string | null
  /** Open links continue at the next start. */
  stop(): void
}

interface LinkDriverOptions {
  /** The link's present state; undefined where it no longer exists. */
  readonly find: (id: string) => PaymentLink | undefined
  /** Writes the new state of a link, with the answer that caused it, if any. @returns whether it is on the disk */
  readonly keep: (next: PaymentLink, answer: LinkAnswer | null) => Promise<boolean>
  readonly ask: (link: PaymentLink, request: LinkRequest) => Promise<LinkAnswer>
  readonly onUrls: () => void
  /** Resolves after `ms` milliseconds, or when it is woken. */
  readonly pause: (ms: number, woken: Promise<void>) => Promise<void>
  readonly log: Log
}

/** Pauses between look-ups, in ms: at first, while a person may be waiting at the counter, and later. */
const eagerMs = 2_000
const patientMs = 15_000
const eagerLooks = 150

/** Follows links to their end. What is requested is on the disk before the request is sent. */
export function createLinkDriver({ find, keep, ask, onUrls, pause, log }: LinkDriverOptions): LinkDriver {
  let stopped = false
  const urls = new Map<string, string>()
  const wakes = new Map<string, () => void>()
  const driven = new Set<string>()

  async function drive(id: string): Promise<void> {
    for (let looks = 0; !stopped; looks++) {
      const link = find(id)
      const request = link === undefined ? null : nextLinkRequest(link)
      if (link === undefined || request === null) return
      const moved = await step(link, request)
      const now = find(id)
      // It may have been withdrawn during the request.
      if (moved || now === undefined || now.withdrawing !== link.withdrawing) continue
      const woken = new Promise<void>((resolve) => wakes.set(id, resolve))
      await pause(looks < eagerLooks ? eagerMs : patientMs, woken)
    }
  }

  /** @returns whether an answer changed the link and that is written: then the next request follows at once */
  async function step(before: PaymentLink, request: LinkRequest): Promise<boolean> {
    if (request === 'create' && !(await keep({ ...before, creations: before.creations + 1 }, null)))
      return false
    const answer = await ask(before, request).catch((error: unknown): LinkAnswer => {
      log.error({ err: error, link: before.id, request }, 'link.request_failed')
      return { kind: 'no_answer' }
    })
    // The link may have been withdrawn meanwhile: the answer is applied to its present state.
    const link = find(before.id)
    if (stopped || link === undefined) return false
    if (answer.kind === 'session' && answer.session.url !== null && !urls.has(link.id)) {
      urls.set(link.id, answer.session.url)
      onUrls()
    }
    const next = linkAfter(link, answer)
    if (isLinkSettled(next)) urls.delete(link.id)
    if (next === link) return false
    if (next.state !== link.state) {
      log.info({ link: link.id, from: link.state, to: next.state, session: next.session_id }, 'link.state')
    }
    // A link that must be created again waits: the service may be refusing exactly this.
    return (await keep(next, answer)) && answer.kind !== 'none'
  }

  return {
    follow(id) {
      wakes.get(id)?.()
      if (driven.has(id) || stopped) return
      driven.add(id)
      drive(id)
        .catch((error: unknown) => log.error({ err: error, link: id }, 'link.not_followed'))
        .finally(() => {
          driven.delete(id)
          wakes.delete(id)
        })
    },
    urlOf: (id) => urls.get(id) ?? null,
    stop() {
      stopped = true
      for (const wake of wakes.values()) wake()
    },
  }
}

export const pauseUnlessWoken = (ms: number, woken: Promise<void>): Promise<void> =>
  Promise.race([woken, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())])
