import type { SaleRunner } from '../sale/runner.ts'
import { createLinkDriver, type LinkDriver, pauseUnlessWoken } from './drive-link.ts'
import { askService, type LinkRequestContext } from './link-requests.ts'

/** Follows the links of bills. They are in the sale's journal, so that one record shows who has paid what. */
export function followBillLinks(
  context: LinkRequestContext & {
    readonly sale: () => Pick<SaleRunner, 'link' | 'changeLink'>
    readonly onUrls: () => void
  },
): LinkDriver {
  const { sale, onUrls, log } = context
  const driver = createLinkDriver({
    find: (id) => sale().link(id),
    keep: (next, answer) =>
      sale().changeLink(next, answer?.kind === 'session' ? (answer.session.payment ?? null) : null),
    ask: (link, request) => askService(context, link, request),
    onUrls,
    pause: pauseUnlessWoken,
    log,
  })
  // Deferred: the runner calls it while it is being started.
  return { ...driver, follow: (id) => queueMicrotask(() => driver.follow(id)) }
}
