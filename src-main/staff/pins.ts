import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A PIN as it lies on the disk: what it takes to check one, never the PIN. Bytes are base64. */
export const pinHashSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  /** The work of scrypt (a power of two), so that it can be raised without locking anybody out. */
  cost: z.number().int(),
})
export type PinHash = z.infer<typeof pinHashSchema>

/** About 50 ms of a counter's computer, 32 MB: a person does not notice it, trying them all takes days. */
const cost = 2 ** 15
const length = 32

export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, cost)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost }
}

/** Takes as long for a wrong PIN as for the right one. */
export async function isPin(pin: string, known: PinHash): Promise<boolean> {
  const expected = Buffer.from(known.hash, 'base64')
  const given = await derive(pin, Buffer.from(known.salt, 'base64'), known.cost)
  return expected.length === given.length && timingSafeEqual(given, expected)
}

function derive(pin: string, salt: Buffer, work: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, length, { N: work, r: 8, p: 1, maxmem: 256 * work * 8 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
