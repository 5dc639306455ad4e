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
  /** Asks the service until the link has ended; at once, where it is waiting to ask again. */
  follow(id: string): void
  /** Of open links only, and in no file: an address holds the session's secret. */
  urlOf(id: string): string | null
  /** What is under way goes on at the next start. */
  stop(): void
}

interface LinkDriverOptions {
  /** The link as it is now; undefined where there is none any more. */
  readonly find: (id: string) => PaymentLink | undefined
  /** Writes what a link has become, by an answer where there was one. @returns whether it is on the disk */
  readonly keep: (next: PaymentLink, answer: LinkAnswer | null) => Promise<boolean>
  readonly ask: (link: PaymentLink, request: LinkRequest) => Promise<LinkAnswer>
  readonly onUrls: () => void
  /** Resolves after so long, ms, or when it is woken. */
  readonly pause: (ms: number, woken: Promise<void>) => Promise<void>
  readonly log: Log
}

/** While somebody waits for it at the counter, and later, ms. */
const eagerMs = 2_000
const patientMs = 15_000
const eagerLooks = 150

/** Brings links to their end: what is to be asked is on the disk before it is asked. */
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
      // It may have been withdrawn while the service was asked.
      if (moved || now === undefined || now.withdrawing !== link.withdrawing) continue
      const woken = new Promise<void>((resolve) => wakes.set(id, resolve))
      await pause(looks < eagerLooks ? eagerMs : patientMs, woken)
    }
  }

  /** @returns whether an answer brought it on and that is written: then the next request follows at once. */
  async function step(before: PaymentLink, request: LinkRequest): Promise<boolean> {
    if (request === 'create' && !(await keep({ ...before, creations: before.creations + 1 }, null)))
      return false
    const answer = await ask(before, request).catch((error: unknown): LinkAnswer => {
      log.error({ err: error, link: before.id, request }, 'link.request_failed')
      return { kind: 'no_answer' }
    })
    // Withdrawn meanwhile, perhaps: the answer is added to what the link has become.
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
    // What has to be created anew waits: the service may be refusing just this.
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
