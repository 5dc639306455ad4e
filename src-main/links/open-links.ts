import { z } from 'zod'
import { paymentLinkSchema, type ShownLink } from '../../src-shared/pos/links/payment-link.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pauseUnlessWoken } from './drive-link.ts'
import { askService, type LinkRequestContext } from './link-requests.ts'
import { type LinkRunner, startLinkRunner } from './link-runner.ts'
import { acknowledgeUnreadable, readLinks } from './read-links.ts'

/** The links of a counter, and its unreadable files of links. */
export interface Links extends LinkRunner {
  /** Records that a person knows of the unreadable files. @returns false when there are none */
  acknowledgeUnreadable(): boolean
}

/** Opens the links of an account's counter from its file. */
export async function openLinks(
  options: LinkRequestContext & {
    readonly path: string
    readonly onLinks: (links: readonly ShownLink[]) => void
    /** Reports the number of unreadable files of links that are not acknowledged. */
    readonly onUnreadable: (count: number) => void
    readonly now: () => number
  },
): Promise<Links> {
  const { path, onLinks, onUnreadable, now, log } = options
  const file = jsonFile(path, z.array(paymentLinkSchema).readonly(), [])
  const left = await readLinks(path, now(), log)
  let unreadable = left.unreadable
  onUnreadable(unreadable.length)
  if (unreadable.length > 0) {
    // Only the readable links: the rest is in the copy, which is not made again at the next start.
    await file.write(left.links).catch((error: unknown) => log.error({ err: error }, 'link.journal_failed'))
  }
  const runner = startLinkRunner({
    file,
    links: left.links,
    ask: (link, request) => askService(options, link, request),
    onLinks,
    now,
    pause: pauseUnlessWoken,
    log,
  })
  return {
    ...runner,
    acknowledgeUnreadable() {
      if (unreadable.length === 0) return false
      log.warn({ files: unreadable }, 'link.unreadable_acknowledged')
      acknowledgeUnreadable(path, unreadable).catch((error: unknown) =>
        log.error({ err: error }, 'link.acknowledge_failed'),
      )
      unreadable = []
      onUnreadable(0)
      return true
    },
  }
}
