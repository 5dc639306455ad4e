import { z } from 'zod'
import { currencies, defaultCurrency } from '../../src-shared/currency.ts'
import { unknownContact } from '../../src-shared/receipt/shop-contact.ts'
import { shopContactSchema } from '../../src-shared/receipt/shop-contact-schema.ts'

/** What the service prints on its standard output when it takes requests (`npm run service` has it too). */
export const readyLineSchema = z.object({
  event: z.literal('ready'),
  url: z.url(),
  account_id: z.string(),
  merchant_id: z.string(),
  merchant_name: z.string().default('Countertop'),
  /** Absent: an older service. */
  merchant_contact: shopContactSchema.default(unknownContact),
  currency: z.enum(currencies).default(defaultCurrency),
})
export type ReadyLine = z.infer<typeof readyLineSchema>

/** Cuts a stream into lines. The last one, while it has no end yet, is kept back. */
export function createLineReader(onLine: (line: string) => void): (chunk: string) => void {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(line)
  }
}

/** The embedded one prints this before, where an older program's database is brought forward: that takes as long as there is much. */
export const isUpdatingLine = (line: string): boolean => line.trim() === '{"event":"updating"}'

export function readyLineOf(line: string): ReadyLine | null {
  try {
    return readyLineSchema.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
