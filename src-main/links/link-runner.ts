import type { PaymentLink, ShownLink } from '../../src-shared/pos/payment-link.ts'
import {
  isLinkSettled,
  isLinkUnpaid,
  type LinkAnswer,
  type LinkRequest,
  linkAfter,
  nextLinkRequest,
} from '../../src-shared/pos/payment-link-steps.ts'
import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'

export type NewLink = Pick<PaymentLink, 'id' | 'amount' | 'currency' | 'note' | 'order' | 'receiver'>

/**
 * The durable shell around the links: what is to be asked is on the disk before it is asked, and each link is watched
 * until the service shows how it ended, also after a restart.
 */
export interface LinkRunner {
  /**
   * Resolves when it is on the disk. One that cannot be written is tried again; not one of an order, which is rung up as
   * before. @returns whether it is there
   */
  send(link: NewLink): Promise<boolean>
  /** The link of an order that nobody will pay by it; null where it is none. */
  unpaidOrder(id: string): PaymentLink['order']
  /** The cashier takes it back. @returns false when it has ended. */
  withdraw(id: string): boolean
  /** Somebody has seen how it ended. @returns false while it has not. */
  acknowledge(id: string): boolean
  /** What is under way goes on at the next start. */
  stop(): void
}

interface LinkRunnerOptions {
  readonly file: JsonFile<readonly PaymentLink[]>
  /** As the file holds them. */
  readonly links: readonly PaymentLink[]
  readonly ask: (link: PaymentLink, request: LinkRequest) => Promise<LinkAnswer>
  readonly onLinks: (links: readonly ShownLink[]) => void
  readonly now: () => number
  /** Resolves after so long, ms, or when it is woken. */
  readonly pause: (ms: number, woken: Promise<void>) => Promise<void>
  readonly log: Log
}

/** While somebody waits for it at the counter, and later, ms. */
const eagerMs = 2_000
const patientMs = 15_000
const eagerLooks = 150

export function startLinkRunner(options: LinkRunnerOptions): LinkRunner {
  const { file, log } = options
  let links = options.links
  let stopped = false
  /** Of open links only, and in no file: an address holds the session's secret. */
  const urls = new Map<string, string>()
  const wakes = new Map<string, () => void>()

  const find = (id: string) => links.find((one) => one.id === id)
  const publish = () => options.onLinks(links.map((link) => ({ ...link, url: urls.get(link.id) ?? null })))

  /** @returns false when it could not be written: then nothing leaves. */
  async function keep(next: PaymentLink): Promise<boolean> {
    links = links.map((one) => (one.id === next.id ? next : one))
    publish()
    return write()
  }

  async function write(): Promise<boolean> {
    try {
      await file.write(links)
      return true
    } catch (error) {
      log.error({ err: error }, 'link.journal_failed')
      return false
    }
  }

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
      await options.pause(looks < eagerLooks ? eagerMs : patientMs, woken)
    }
  }

  /** @returns whether an answer brought it on and that is written: then the next request follows at once. */
  async function step(before: PaymentLink, request: LinkRequest): Promise<boolean> {
    if (request === 'create' && !(await keep({ ...before, creations: before.creations + 1 }))) return false
    const answer = await options.ask(before, request).catch((error: unknown): LinkAnswer => {
      log.error({ err: error, link: before.id, request }, 'link.request_failed')
      return { kind: 'no_answer' }
    })
    // Withdrawn meanwhile, perhaps: the answer is added to what the link has become.
    const link = find(before.id)
    if (stopped || link === undefined) return false
    if (answer.kind === 'session' && answer.session.url !== null && !urls.has(link.id)) {
      urls.set(link.id, answer.session.url)
      publish()
    }
    const next = linkAfter(link, answer)
    if (isLinkSettled(next)) urls.delete(link.id)
    if (next === link) return false
    if (next.state !== link.state) {
      log.info({ link: link.id, from: link.state, to: next.state, session: next.session_id }, 'link.state')
    }
    // What has to be created anew waits: the service may be refusing just this.
    return (await keep(next)) && answer.kind !== 'none'
  }

  for (const { id } of links) void drive(id)
  publish()
  return {
    async send(made) {
      const made_at = new Date(options.now()).toISOString()
      links = [
        ...links,
        {
          ...made,
          made_at,
          state: 'creating',
          session_id: null,
          paid: null,
          delivery: 'not_asked',
          withdrawing: false,
          creations: 0,
        },
      ]
      publish()
      const written = await write()
      if (!written && made.order !== null) {
        links = links.filter(({ id }) => id !== made.id)
        publish()
        return false
      }
      void drive(made.id)
      return written
    },
    unpaidOrder(id) {
      const link = find(id)
      return link !== undefined && isLinkUnpaid(link) ? link.order : null
    },
    withdraw(id) {
      const link = find(id)
      if (stopped || link === undefined || isLinkSettled(link)) return false
      void keep({ ...link, withdrawing: true }).then(() => wakes.get(id)?.())
      return true
    },
    acknowledge(id) {
      const link = find(id)
      if (stopped || link === undefined || !isLinkSettled(link)) return false
      links = links.filter((one) => one !== link)
      publish()
      void write()
      return true
    },
    stop() {
      stopped = true
      for (const wake of wakes.values()) wake()
    },
  }
}
