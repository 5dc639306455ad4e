import { z } from 'zod'
import { currencies, defaultCurrency } from '../../src-shared/currency.ts'
import { unknownContact } from '../../src-shared/receipt/shop-contact.ts'
import { shopContactSchema } from '../../src-shared/receipt/shop-contact-schema.ts'

/** The line that the service prints on its standard output when it takes requests (also with `npm run service`). */
export const readyLineSchema = z.object({
  event: z.literal('ready'),
  url: z.url(),
  account_id: z.string(),
  merchant_id: z.string(),
  merchant_name: z.string().default('Countertop'),
  /** Absent from an older service. */
  merchant_contact: shopContactSchema.default(unknownContact),
  currency: z.enum(currencies).default(defaultCurrency),
})
export type ReadyLine = z.infer<typeof readyLineSchema>

/** Splits a stream into lines. An incomplete last line is kept back. */
export function createLineReader(onLine: (line: string) => void): (chunk: string) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(line)
  }
}

/** The embedded service prints this first where it migrates an older database, which takes time if that is large. */
export const isUpdatingLine = (line: string): boolean => line.trim() === '{"event":"updating"}'

export function readyLineOf(line: string): ReadyLine | null {
  try {
    return readyLineSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
