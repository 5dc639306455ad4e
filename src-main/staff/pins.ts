import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Pepper } from './pepper.ts'

/** A PIN as stored on the disk: its hash and parameters, never the PIN. Bytes are base64. */
export const pinHashSchema = z.object({
  salt: z.string(),
  hash: z.string(),
  /** scrypt cost (a power of two), stored so that it can be raised without locking anybody out. */
  cost: z.number().int(),
  /** Hashed with the pepper, without which it cannot be checked. */
  peppered: z.boolean().default(false),
})
export type PinHash = z.infer<typeof pinHashSchema>

/**
 * About 50 ms on a counter's computer, 32 MB: a person does not notice it. With the file and no pepper in the way, an
 * attacker tries all four-digit PINs in minutes and all six-digit ones within a day, on one core: the pepper protects
 * the file, and the locks after wrong tries protect the counter.
 */
export const pinCost = 2 ** 15
const length = 32

export async function hashPin(pin: string, pepper: Pepper | null, cost: number): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(seasoned(pin, pepper), salt, cost)
  return {
    salt: salt.toString('base64'),
    hash: hash.toString('base64'),
    cost,
    peppered: pepper !== null,
  }
}

/** Takes equally long for wrong and right PINs. @param pepper used where the hash was made with it */
export async function isPin(pin: string, known: PinHash, pepper: Pepper | null): Promise<boolean> {
  const expected = Buffer.from(known.hash, 'base64')
  const given = await derive(
    seasoned(pin, known.peppered ? pepper : null),
    Buffer.from(known.salt, 'base64'),
    known.cost,
  )
  return expected.length === given.length && timingSafeEqual(given, expected)
}

const seasoned = (pin: string, pepper: Pepper | null): string | Buffer =>
  pepper === null ? pin : createHmac('sha256', pepper).update(pin).digest()

function derive(pin: string | Buffer, salt: Buffer, work: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, length, { N: work, r: 8, p: 1, maxmem: 256 * work * 8 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
