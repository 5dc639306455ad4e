import { isJsonObject, type JsonObject } from '../../src-shared/json-object.ts'
import type { Cents } from '../../src-shared/money.ts'
import { holdsCardNumber } from './card-numbers.ts'

/**
 * A gateway's response is free text and may quote the card in forms that no mask covers. Only the fields below are
 * stored, if their values have an allowed form; everything else is dropped.
 */
const keptFields: ReadonlySet<string> = new Set(
  `amount amount_refunded currency status type response result
  respcode respstat respproc resptext response_code response_text response_status message
  authcode auth_code approval_code avsresp avs_result cvvresp cvv_result
  retref retrieval_reference reference transaction_id order_id orderid batch_id batchid batch
  merchid merchant_id terminal_id created_at date time timestamp`.split(/\s+/),
)

/** Plain words, numbers and times in Latin letters, without quotes or escapes that another program could decode. */
const plainValue = /^[A-Za-z0-9 .,:+_/-]{0,100}$/

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/

/** Parses a JSON object or the pairs of a form. Returns no fields for any other text. */
function fieldsOf(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text)
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    return /^[^{[<\s][^\s<]*=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {}
  }
}

/** Returns the stored fields as JSON, `{}` if there are none. */
export function keptRawResponse(text: string): string {
  const kept = Object.entries(fieldsOf(text)).filter(
    ([name, value]) => keptFields.has(name.toLowerCase()) && isKeptValue(value),
  )
  return JSON.stringify(Object.fromEntries(kept))
}

function isKeptValue(value: unknown): value is string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const text = String(value)
  if (isoTime.test(text)) return true
  return plainValue.test(text) && !holdsCardNumber(text)
}

/**
 * Finds `"amount": 12.34` in the raw text, because parsing would turn 12.00 into 12. Thousands may be separated by
 * commas if decimals follow. A part of a number that is written in another way is no amount: what follows must end it.
 */
const writtenAmount =
  /["']?\bamount["']?\s*[:=]\s*["']?(?:(\d{1,15})(\.\d{2})?|(\d{1,3}(?:,\d{3}){1,4})(\.\d{2}))["']?(?=[\s"',;&})\]a-df-z]|$)(?![,'\s]+\d)/gi

/**
 * Returns the amount that the gateway reports as moved. It is in cents unless it is written with two decimals.
 * @returns null if there is no amount, or if there are different ones
 */
export function amountIn(text: string): Cents | null {
  if (!('amount' in fieldsOf(text))) return null
  const amounts = [...text.matchAll(writtenAmount)].map(
    ([, plain, decimals = '', grouped = '', cents = '']) =>
      Number(plain === undefined ? grouped.replaceAll(',', '') + cents.slice(1) : plain + decimals.slice(1)),
  )
  const [amount] = new Set(amounts)
  return amount !== undefined && new Set(amounts).size === 1 && amount > 0 ? amount : null
}
