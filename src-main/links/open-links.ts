import { z } from 'zod'
import { paymentLinkSchema, type ShownLink } from '../../src-shared/pos/links/payment-link.ts'
import { jsonFile } from '../settings/json-file.ts'
import { pauseUnlessWoken } from './drive-link.ts'
import { askService, type LinkRequestContext } from './link-requests.ts'
import { type LinkRunner, startLinkRunner } from './link-runner.ts'
import { acknowledgeUnreadable, readLinks } from './read-links.ts'

/** The links of a counter, and the files of links that nobody can read. */
export interface Links extends LinkRunner {
  /** Somebody at the counter knows of what cannot be read. @returns false when there is nothing */
  acknowledgeUnreadable(): boolean
}

/** The links of an account's counter, from its file on. */
export async function openLinks(
  options: LinkRequestContext & {
    readonly path: string
    readonly onLinks: (links: readonly ShownLink[]) => void
    /** So many files of links cannot be read, and nobody has acknowledged it. */
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
    // What could be read, alone: the rest is in its copy, and is not copied again at the next start.
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
