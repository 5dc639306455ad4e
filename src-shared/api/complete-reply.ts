import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../json-object.ts'
import type { Operation } from './operation.ts'
import { entryModeSchema } from './schemas/payment.ts'

/**
 * Fills in the fields that a service without our extensions leaves out. Our own fields get a neutral value, and
 * nullable ones become null. It invents no value that a program could act on: fields that may be unknown are optional
 * in the schema.
 */
export function completeReply(
  operation: Operation,
  sent: { readonly query?: object; readonly body?: unknown },
  reply: unknown,
): unknown {
  const isPage = isJsonObject(reply) && Array.isArray(reply.data) && !sendsAll(operation)
  const page = isPage ? { ...reply, meta: metaOf(sent, reply) } : reply
  return withAbsent(operation.reply, page)
}

/** Whether the specification shows a list without `meta` and pages: it is sent whole. */
const sendsAll = ({ reply }: Operation): boolean =>
  reply instanceof z.ZodObject && reply.shape.meta instanceof z.ZodOptional

/** Section 2.1 shows that a list has `meta`, but not its members. */
function metaOf(
  { query, body }: { readonly query?: object; readonly body?: unknown },
  reply: JsonObject,
): JsonObject {
  const asked: JsonObject = { ...query, ...(isJsonObject(body) ? body : {}) }
  const data = reply.data as readonly unknown[]
  const limit = typeof asked.limit === 'number' ? asked.limit : 10
  const page = typeof asked.page === 'number' ? asked.page : 1
  const isFull = data.length >= limit
  const last = data.at(-1)
  // A list goes on after an id; a search, whose terms are in the body, has numbered pages only (section 4.2).
  const hasCursor = isFull && body === undefined && isJsonObject(last) && typeof last.id === 'string'
  const next = hasCursor ? { next_cursor: last.id } : {}
  const known = (page - 1) * limit + data.length
  return {
    limit,
    page,
    has_more: isFull,
    ...next,
    total: isFull ? known + 1 : known,
    total_exact: !isFull,
    ...(isJsonObject(reply.meta) ? reply.meta : {}),
  }
}

/** Fields that the specification does not name, by entity or by the key of the containing member. */
const additions: Readonly<Record<string, (of: JsonObject) => JsonObject>> = {
  refund: () => ({ payment_intent_id: '', gateway_response: {} }),
  card: () => ({ funding: 'unknown' }),
  checkout_session(session) {
    const { amount = 0 } = isJsonObject(session.payment_intent_data) ? session.payment_intent_data : {}
    return { amount, subtotal: amount, discount_amount: 0 }
  },
  // Section 2.10 names both spellings; a service may use either.
  receipt_data: (data) => ({
    address1: data.address_1 ?? '',
    address_1: data.address1 ?? '',
    address2: data.address_2 ?? '',
    address_2: data.address2 ?? '',
    ...Object.fromEntries(receiptTexts.map((name) => [name, ''])),
  }),
}
const receiptTexts = ['dba', 'phone', 'header', 'order_note', 'date_time', 'items', 'name_on_card', 'footer']

/** @param key the value's key in its parent */
function withAbsent(schema: z.ZodType, value: unknown, key = ''): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    if (value === undefined) return schema instanceof z.ZodNullable ? null : undefined
    return value === null ? null : withAbsent(schema.unwrap() as z.ZodType, value, key)
  }
  if (schema instanceof z.ZodArray) {
    if (value === undefined) return []
    return Array.isArray(value) ? value.map((item) => withAbsent(schema.element as z.ZodType, item)) : value
  }
  // Section 2.3 shows no entry mode beyond `keyed`, so another service may use its own names.
  if (schema === entryModeSchema) return entryModeSchema.safeParse(value).success ? value : null
  if (schema instanceof z.ZodRecord) return value === undefined ? {} : value
  if (!(schema instanceof z.ZodObject) || !isJsonObject(value)) return value
  const named = additions[typeof value.entity === 'string' ? value.entity : key]
  const known = named === undefined ? value : { ...named(value), ...value }
  const members = Object.entries(schema.shape).map(([name, member]) => [
    name,
    withAbsent(member as z.ZodType, known[name], name),
  ])
  return { ...known, ...Object.fromEntries(members.filter(([, member]) => member !== undefined)) }
}
