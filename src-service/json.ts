import { randomUUID } from 'node:crypto'

/** JSON of a value that never changes. */
export type TextOf = (value: unknown) => string

/** Stands in the text of an intent for that of its payment. Nobody knows it, so that no document has it. */
const gap = randomUUID()
const gapText = JSON.stringify(gap)

/**
 * JSON for one commit: the document of a row, its event and the reply are often one and the same object, and are
 * written down once. So is a payment, which its intent holds as well.
 */
export function createTexts(): TextOf {
  // So few that a map would take longer to make than they take to be looked through.
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
