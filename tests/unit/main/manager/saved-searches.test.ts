import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSavedSearches } from '../../../../src-main/manager/saved-searches.ts'
import { mostSavedSearches, type SavedSearch } from '../../../../src-shared/pos/manager/payment-filters.ts'
import { savedSearchSchema } from '../../../../src-shared/pos/manager/saved-search-commands.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const search = (name: string, reference = ''): SavedSearch => ({
  name,
  filters: {
    ...{ reference, field: 'any', status: 'captured', amount: '500', amountUpTo: '' },
    period: { kind: 'any', from: '', to: '' },
  },
})

async function open() {
  const folder = await temporaryFolder('saved-searches')
  const path = join(folder, 'acct_1.searches.json')
  let person: string | null = 'mona'
  const searches = createSavedSearches({ path, person: () => person, now: () => 0, log: quietLog })
  const names = async () => {
    const found = await searches.list()
    return found.ok ? found.value.searches.map(({ name }) => name) : found.error.code
  }
  return {
    ...{ folder, path, names, ...searches },
    again: () => createSavedSearches({ path, person: () => person, now: () => 0, log: quietLog }),
    enter: (id: string | null) => {
      person = id
    },
  }
}

describe('saved searches', () => {
  test('saved searches are kept after a restart, separately for each person', async () => {
    const book = await open()
    await Promise.all([book.save(search('Big ones')), book.save(search('Small ones'))])
    expect(await book.again().list()).toEqual({
      ok: true,
      value: { searches: [search('Big ones'), search('Small ones')] },
    })
    book.enter('omar')
    expect(await book.names()).toEqual([])
    await book.save(search('His'))
    book.enter(null)
    expect(await book.names()).toEqual([])
    book.enter('constructor')
    expect(await book.names()).toEqual([])
    book.enter('mona')
    expect(await book.names()).toEqual(['Big ones', 'Small ones'])
  })

  test('saving a search under an existing name replaces it in place, and a removed search is gone', async () => {
    const book = await open()
    for (const name of ['First', 'Second', 'Third']) await book.save(search(name))
    expect(await book.save(search('Second', 'Mona'))).toMatchObject({
      value: { searches: [{}, { name: 'Second', filters: { reference: 'Mona' } }, {}] },
    })
    await book.remove({ name: 'First' })
    expect(await book.names()).toEqual(['Second', 'Third'])
  })

  test('when the maximum is reached, a new search is refused, and replacing one is not', async () => {
    const book = await open()
    for (let at = 0; at < mostSavedSearches; at += 1) await book.save(search(`Search ${at}`))
    expect(await book.save(search('One more'))).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(await book.save(search('Search 3', 'Mona'))).toMatchObject({ ok: true })
    expect(await book.names()).toHaveLength(mostSavedSearches)
  })

  const withCard = JSON.stringify({ mona: [search('Mona', '4111111111111111')] })
  test.each(['{"mona": [', '{"mona": [{"name": 7}]}', '[]', withCard])(
    'a file of saved searches that holds %s is set aside, and the list starts empty',
    async (text) => {
      const book = await open()
      await writeFile(book.path, text)
      expect(await book.names()).toEqual([])
      const aside = (await readdir(book.folder)).find((name) => name.includes('.damaged-')) ?? ''
      expect(await readFile(join(book.folder, aside), 'utf8')).toBe(text)
      await book.save(search('Big ones'))
      expect(await book.names()).toEqual(['Big ones'])
    },
  )

  test('saved searches that cannot be read are not overwritten', async () => {
    const book = await open()
    const blocked = createSavedSearches({
      ...{ path: book.folder, person: () => 'mona', now: () => 0, log: quietLog },
    })
    expect(await blocked.save(search('Big ones'))).toMatchObject({ ok: false, error: { code: 'failed' } })
  })
})

describe('the limits of a saved search', () => {
  test.each([
    ['no name', search('  ')],
    ['a name that is too long', search('x'.repeat(41))],
  ])('a saved search with %s is refused', (_of, asked) => {
    expect(savedSearchSchema.safeParse(asked).success).toBe(false)
  })

  test('the name of a saved search is trimmed', () => {
    expect(savedSearchSchema.parse(search(' Mona '))).toEqual(search('Mona'))
  })
})
