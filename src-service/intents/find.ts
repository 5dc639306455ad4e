import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { FindPaymentIntentsBody } from '../../src-shared/api/schemas/search.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { wordsOf } from '../../src-shared/words-of.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import type { Caller } from '../caller.ts'
import { customersKnownBy } from '../customers/lists.ts'
import type { Services } from '../services.ts'
import { anyField, type WordField, wordFields } from '../store/intent-words.ts'
import { countWithin } from '../store/read-page.ts'
import type { Condition, Search } from '../store/store.ts'
import { secretView } from './intent-view.ts'
import { filterConditions, placeOf } from './search.ts'

const fields = Object.keys(wordFields) as readonly WordField[]

/** Returns the words to search for, each in its field. Refuses a text without any word. */
function wordConditions(body: FindPaymentIntentsBody): Result<readonly Condition[], ServiceError> {
  const where: Condition[] = []
  for (const field of [...fields, 'text'] as const) {
    const text = body[field]
    if (text === undefined) continue
    const words = new Set(wordsOf(text))
    if (words.size === 0) {
      const message = `${field} must contain letters or digits.`
      return refuse('parameter_invalid', message, { param: field })
    }
    const bits = field === 'text' ? anyField : wordFields[field]
    for (const value of words) where.push({ column: 'words', is: 'has', value, fields: bits })
  }
  return ok(where)
}

/** Finds intents, newest first, from a cursor. */
export async function findIntents(services: Services, caller: Caller, body: FindPaymentIntentsBody) {
  const { limit = defaultPageSize, starting_after, customer } = body
  const filters = filterConditions(body)
  if (!filters.ok) return filters
  const words = wordConditions(body)
  if (!words.ok) return words
  const accountIds = await accountsInReach(services, caller)
  const after =
    starting_after === undefined
      ? ok(null)
      : await placeOf(services, { accountIds, column: 'created_at', id: starting_after })
  if (!after.ok) return after
  const ids = customer === undefined ? null : await customersKnownBy(services, caller, customer)
  const { data, total, exact, more } = await page(services, limit, {
    accountIds,
    where: [
      ...filters.value,
      ...words.value,
      ...(ids === null ? [] : [{ column: 'customer_id', is: 'in', value: ids } as const]),
    ],
    sort: { column: 'created_at', direction: 'desc' },
    ...(after.value === null ? {} : { after: after.value }),
  })
  const last = data.at(-1)
  return ok({
    data: data.map((row) => secretView(row.document, caller)),
    meta: {
      ...{ limit, has_more: more, total, total_exact: exact },
      ...(more && last !== undefined ? { next_cursor: last.id } : {}),
    },
  })
}

/** Reads one more row than the limit, to see whether there are more. */
async function page({ store }: Services, limit: number, asked: Omit<Search, 'offset' | 'limit'>) {
  const found = await store.search<PaymentIntent>('payment_intent', { ...asked, offset: 0, limit: limit + 1 })
  const count = Math.min(limit, countWithin(found.rows))
  const data = found.rows.slice(0, count)
  return { data, total: found.total, exact: found.exact, more: found.rows.length > count }
}
