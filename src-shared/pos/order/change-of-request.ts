import { assertNever } from '../../result.ts'
import type { Catalogue, CatalogueItem } from '../catalogue/catalogue.ts'
import { ratesOf } from '../catalogue/look-up.ts'
import { chosenOptions } from '../catalogue/option-groups.ts'
import { ageCheckIn, latestBirthday } from './age-check.ts'
import type { AgeCheck, OrderLine } from './order.ts'
import type { OrderBook, OrderChange } from './order-book.ts'
import type { GivenDiscount, OrderRequest } from './order-request.ts'
import { plainLine } from './plain-line.ts'

export interface RequestContext {
  /** The id of the request, which a line or discount that it adds gets, too. */
  readonly id: string
  readonly book: Pick<OrderBook, 'draft'>
  readonly catalogue: Catalogue
  /** The reason of a discount if none is given. */
  readonly discountWord: string
  readonly at: string
  /** The shop's time zone, whose calendar decides the customer's age. */
  readonly timeZone: string
  /** The id for the next order. */
  readonly nextId: string
}

/** @returns the requested change; null if it concerns something that does not exist */
export function changeOf(request: OrderRequest, context: RequestContext): OrderChange | null {
  const { id, catalogue, discountWord, nextId } = context
  const reasoned = <D extends GivenDiscount>(discount: D): D => ({
    ...discount,
    reason: discount.reason === '' ? discountWord : discount.reason,
  })
  switch (request.kind) {
    case 'add_item': {
      const item = catalogue.items.find((one) => one.id === request.item_id)
      const added = item === undefined || !item.active ? null : lineOf(item, request, context)
      return added === null ? null : { kind: 'add_line', line: added }
    }
    case 'add_amount':
      return {
        kind: 'add_line',
        line: { ...plainLine(id, request.name, request.unit_amount), item_id: null },
      }
    case 'add_gift_card': {
      const line = plainLine(id, request.name, request.unit_amount)
      return { kind: 'add_line', line: { ...line, gift_card: request.gift_card } }
    }
    case 'set_modifiers': {
      const given = context.book.draft.lines.find((one) => one.id === request.line_id)
      const item = catalogue.items.find((one) => one.id === given?.item_id)
      const modifiers = item === undefined ? null : chosenOptions(item, request.names)
      return modifiers === null ? null : { kind: 'set_modifiers', line_id: request.line_id, modifiers }
    }
    case 'set_discount':
      return { ...request, discount: request.discount === null ? null : reasoned(request.discount) }
    case 'add_discount':
      return { kind: 'add_discount', discount: { id, discount: reasoned(request.discount) } }
    case 'clear':
      return { kind: 'clear', next_id: nextId }
    case 'hold':
      return { ...request, held_at: context.at, next_id: nextId }
    case 'set_quantity':
    case 'set_note':
    case 'set_price':
    case 'remove_line':
    case 'remove_discount':
    case 'set_sale_note':
    case 'put_back':
    case 'resume':
    case 'discard_held':
      return request
    default:
      return assertNever(request)
  }
}

function lineOf(
  item: CatalogueItem,
  request: Extract<OrderRequest, { kind: 'add_item' }>,
  context: RequestContext,
): OrderLine | null {
  const { id, catalogue } = context
  const { quantity, unit_amount, names = [], of_age = false } = request
  const price = item.price ?? unit_amount
  const modifiers = chosenOptions(item, names)
  const age_check = item.minimum_age === null ? null : ageCheckOf(item.minimum_age, of_age, context)
  if (price === null || modifiers === null || age_check === 'missing') return null
  return {
    ...plainLine(id, item.name, price),
    item_id: item.id,
    quantity,
    modifiers,
    tax_rates: ratesOf(item, catalogue.tax_rates),
    age_check,
  }
}

function ageCheckOf(
  minimum_age: number,
  confirmed: boolean,
  { book, at, timeZone }: RequestContext,
): AgeCheck | 'missing' {
  const known = ageCheckIn(book.draft, minimum_age)
  if (known !== null) return known
  return confirmed ? { minimum_age, born_by: latestBirthday(at, minimum_age, timeZone), at } : 'missing'
}
