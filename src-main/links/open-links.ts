import { z } from 'zod'
import { paymentLinkSchema, type ShownLink } from '../../src-shared/pos/payment-link.ts'
import { jsonFile } from '../settings/json-file.ts'
import { askService, type LinkRequestContext } from './link-requests.ts'
import { type LinkRunner, startLinkRunner } from './link-runner.ts'
import { readLinks } from './read-links.ts'

/** The links of an account's counter, from its file on. */
export async function openLinks(
  options: LinkRequestContext & {
    readonly path: string
    readonly onLinks: (links: readonly ShownLink[]) => void
    readonly now: () => number
  },
): Promise<LinkRunner> {
  const { path, onLinks, now, log } = options
  const file = jsonFile(path, z.array(paymentLinkSchema).readonly(), [])
  return startLinkRunner({
    file,
    links: await readLinks(path, now(), log),
    ask: (link, request) => askService(options, link, request),
    onLinks,
    now,
    pause: (ms, woken) => Promise.race([woken, pause(ms)]),
    log,
  })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
