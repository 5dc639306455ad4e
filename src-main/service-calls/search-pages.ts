import type { OperationBody, OperationReply } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { ok } from '../../src-shared/result.ts'
import { type ClientSource, callService } from './call-service.ts'
import type { Ask } from './pages.ts'

type Reply = OperationReply<'payment_intents.search'>
/** The specification does not show what `meta` contains. */
type Page = Pick<Reply, 'data'> & { readonly meta?: Partial<Reply['meta']> }
/** What is searched for. */
export type SearchTerms = Omit<OperationBody<'payment_intents.search'>, 'limit' | 'page' | 'starting_after'>

/**
 * Asks for the pages of a search, as `pages.ts` reads them. Our service names where to continue
 * (docs/decisions/0015); one with only the specification has numbered pages, of which only the last is not full: there
 * the number of the next page is the cursor.
 */
export const searchPages =
  (client: ClientSource, terms: SearchTerms): Ask<PaymentIntent> =>
  async ({ limit, starting_after = '1' }) => {
    const page = /^\d+$/.test(starting_after) ? Number(starting_after) : null
    const body = { ...terms, limit, ...(page === null ? { starting_after } : { page }) }
    const found = await callService(client, 'payment_intents.search', { body })
    if (!found.ok) return found
    const { data, meta = {} }: Page = found.value
    const { has_more = data.length === limit, next_cursor } = meta
    const isNumbered = page !== null && next_cursor === undefined
    return ok({ data, meta: { has_more, next_cursor: isNumbered ? `${page + 1}` : next_cursor } })
  }
