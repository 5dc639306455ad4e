import type { NewLink, PaymentLink, ShownLink } from '../../src-shared/pos/links/payment-link.ts'
import {
  isLinkSettled,
  isLinkUnpaid,
  type LinkAnswer,
  type LinkRequest,
  newLink,
} from '../../src-shared/pos/links/payment-link-steps.ts'
import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import { createLinkDriver } from './drive-link.ts'

/**
 * The durable shell around the links: a request is on the disk before it is sent, and each link is watched until the
 * service shows how it ended, also after a restart.
 */
export interface LinkRunner {
  /**
   * Resolves when the link is on the disk. A link that cannot be written is tried again, except one for an order, which
   * stays rung up. @returns whether it is there
   */
  send(link: NewLink): Promise<boolean>
  /** The order of a link that will not be paid any more; null where there is none. */
  unpaidOrder(id: string): PaymentLink['order']
  /** Withdraws the link for the cashier. @returns false when it has ended */
  withdraw(id: string): boolean
  /** Records that a person has seen how it ended. @returns false while it has not ended */
  acknowledge(id: string): boolean
  /** Open links continue at the next start. */
  stop(): void
}

interface LinkRunnerOptions {
  readonly file: JsonFile<readonly PaymentLink[]>
  /** The links in the file. */
  readonly links: readonly PaymentLink[]
  readonly ask: (link: PaymentLink, request: LinkRequest) => Promise<LinkAnswer>
  readonly onLinks: (links: readonly ShownLink[]) => void
  readonly now: () => number
  /** Resolves after `ms` milliseconds, or when it is woken. */
  readonly pause: (ms: number, woken: Promise<void>) => Promise<void>
  readonly log: Log
}

export function startLinkRunner(options: LinkRunnerOptions): LinkRunner {
  const { file, log } = options
  let links = options.links
  let stopped = false

  const find = (id: string) => links.find((one) => one.id === id)
  const publish = () => options.onLinks(links.map((link) => ({ ...link, url: driver.urlOf(link.id) })))

  /** @returns false when it could not be written: then no request is sent */
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

  const driver = createLinkDriver({
    find,
    keep,
    ask: options.ask,
    onUrls: publish,
    pause: options.pause,
    log,
  })
  for (const { id } of links) driver.follow(id)
  publish()
  return {
    async send(made) {
      links = [...links, newLink(made, new Date(options.now()).toISOString())]
      publish()
      const written = await write()
      if (!written && made.order !== null) {
        links = links.filter(({ id }) => id !== made.id)
        publish()
        return false
      }
      driver.follow(made.id)
      return written
    },
    unpaidOrder(id) {
      const link = find(id)
      return link !== undefined && isLinkUnpaid(link) ? link.order : null
    },
    withdraw(id) {
      const link = find(id)
      if (stopped || link === undefined || isLinkSettled(link)) return false
      void keep({ ...link, withdrawing: true }).then(() => driver.follow(id))
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
      driver.stop()
    },
  }
}
