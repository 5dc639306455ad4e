import { copyFile, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { type PaymentLink, paymentLinkSchema } from '../../src-shared/pos/payment-link.ts'
import type { Log } from '../log.ts'

/**
 * The links of the file. What cannot be read is a payment that somebody may still make: it is not written over, but kept
 * beside the file, and the links that can be read go on.
 */
export async function readLinks(path: string, now: number, log: Log): Promise<readonly PaymentLink[]> {
  const aside = `${path}.unreadable-${now}`
  try {
    const entries = z.array(z.unknown()).parse(JSON.parse(await readFile(path, 'utf8')))
    const read = entries.map((entry) => paymentLinkSchema.safeParse(entry))
    const links = read.flatMap(({ data }) => (data === undefined ? [] : [data]))
    if (links.length < entries.length) {
      await copyFile(path, aside)
      log.error({ aside, unreadable: entries.length - links.length }, 'link.unreadable')
    }
    return links
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    await rename(path, aside)
    log.error({ aside, err: error }, 'link.unreadable')
    return []
  }
}
