import { copyFile, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { type PaymentLink, paymentLinkSchema } from '../../src-shared/pos/links/payment-link.ts'
import { moveFile } from '../files/move-file.ts'
import type { Log } from '../log.ts'

const seen = '.seen'

export interface LinksLeft {
  readonly links: readonly PaymentLink[]
  /** Names of the unreadable files beside this one, found now or at former starts, and not acknowledged. */
  readonly unreadable: readonly string[]
}

/**
 * Reads the links of the file. An unreadable link may still be paid: it is not overwritten, but kept beside the file
 * until a person knows of it, and the readable links continue.
 */
export async function readLinks(path: string, now: number, log: Log): Promise<LinksLeft> {
  const links = await linksIn(path, `${path}.unreadable-${now}`, log)
  const prefix = `${basename(path)}.unreadable-`
  const names = await readdir(dirname(path)).catch(() => [])
  const kept = names.filter((name) => name.startsWith(prefix) && !name.endsWith(seen))
  return { links, unreadable: kept.sort() }
}

async function linksIn(path: string, aside: string, log: Log): Promise<readonly PaymentLink[]> {
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
    await moveFile(path, aside)
    log.error({ aside, err: error }, 'link.unreadable')
    return []
  }
}

/** Marks these files as known: they stay, and are not reported again. */
export async function acknowledgeUnreadable(path: string, names: readonly string[]): Promise<void> {
  const folder = dirname(path)
  for (const name of names) await moveFile(join(folder, name), join(folder, name + seen))
}
