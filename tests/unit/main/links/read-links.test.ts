import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLinks } from '../../../../src-main/links/read-links.ts'
import type { PaymentLink } from '../../../../src-shared/pos/payment-link.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const link: PaymentLink = {
  id: 'link_1',
  amount: 1234,
  currency: 'USD',
  note: '',
  receiver: { kind: 'code' },
  made_at: '2026-11-22T09:00:00.000Z',
  state: 'open',
  session_id: 'cs_1',
  paid: null,
  delivery: 'not_asked',
  withdrawing: false,
  creations: 1,
}

async function readText(text: string | null) {
  const folder = await temporaryFolder('countertop-links')
  const path = join(folder, 'links.json')
  if (text !== null) await writeFile(path, text)
  const links = await readLinks(path, 1_000, quietLog)
  const names = await readdir(folder)
  const aside = names.find((name) => name.includes('unreadable'))
  return { links, aside: aside === undefined ? null : await readFile(join(folder, aside), 'utf8') }
}

describe('the file of the links', () => {
  test('a file of links that is missing holds none', async () => {
    expect(await readText(null)).toEqual({ links: [], aside: null })
  })

  test('a file of links that is torn is kept beside the new one', async () => {
    const torn = JSON.stringify([link]).slice(0, -10)
    expect(await readText(torn)).toEqual({ links: [], aside: torn })
  })

  test('a link that cannot be read is kept aside, and the others go on', async () => {
    const text = JSON.stringify([{ ...link, amount: 'much' }, link])
    expect(await readText(text)).toEqual({ links: [link], aside: text })
  })

  test('a file of links that can be read is left alone', async () => {
    expect(await readText(JSON.stringify([link]))).toEqual({ links: [link], aside: null })
  })
})
