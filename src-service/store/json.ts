import { randomUUID } from 'node:crypto'

/** Returns the JSON of an immutable value. */
export type TextOf = (value: unknown) => string

/** Placeholder for the payment in the text of an intent; random, so that no document contains it. */
const gap = randomUUID()
const gapText = JSON.stringify(gap)

/**
 * Serializes values for one commit: the document of a row, its event and the reply are often the same object, and are
 * serialized once. The same applies to a payment, which its intent also contains.
 */
export function createTexts(): TextOf {
  // An array, because for these few entries creating a map takes longer than searching.
  let texts: readonly { readonly value: unknown; readonly text: string }[] = []
  const textOf: TextOf = (value) => {
    for (const known of texts) if (known.value === value) return known.text
    const payment = paymentIn(value)
    const text =
      payment === null
        ? JSON.stringify(value)
        : JSON.stringify({ ...(value as object), latest_payment: gap }).replace(gapText, () =>
            textOf(payment),
          )
    texts = [...texts, { value, text }]
    return text
  }
  return textOf
}

function paymentIn(value: unknown): object | null {
  if (typeof value !== 'object' || value === null || !('latest_payment' in value)) return null
  return typeof value.latest_payment === 'object' ? value.latest_payment : null
}
