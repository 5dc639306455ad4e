import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planImport } from '../../../../src-main/catalogue/plan-import.ts'
import { writeCsv } from '../../../../src-main/catalogue/write-csv.ts'
import {
  type Catalogue,
  type CatalogueItem,
  itemColours,
} from '../../../../src-shared/pos/catalogue/catalogue.ts'
import { catalogueTrouble } from '../../../../src-shared/pos/catalogue/catalogue-trouble.ts'
import { emptyCatalogue } from '../../../../src-shared/pos/catalogue/look-up.ts'
import type { TaxRate } from '../../../../src-shared/pos/order/order.ts'
import { parsePrice, priceText } from '../../../../src-shared/price-text.ts'
import { anItem } from '../orders/selling-harness.ts'

const rates: readonly TaxRate[] = [
  { id: 'tax_1', name: 'City | 8%', rate: 8_000, inclusive: false },
  { id: 'tax_2', name: 'VAT', rate: 19_000, inclusive: true },
]
const shop = (...items: readonly CatalogueItem[]): Catalogue => ({ items, tax_rates: rates })

const idSource = () => {
  let next = 0
  return () => `new_${++next}`
}
const importInto = (catalogue: Catalogue, text: string) => planImport(catalogue, text, idSource())

/** Normal names and malicious ones: formulas, quotes, line breaks, separators. */
const anyText = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength }),
      fc.constantFrom(
        '=1+1',
        "'=1+1",
        '-5',
        '+a',
        '@x',
        'a|b\\',
        'a;b,c\td',
        '"x"',
        'Crème 1.5',
        'x\r\ny',
        'Size 2',
      ),
    )
    .map((text) => text.trim().slice(0, maxLength).trim())
    .filter((text) => text !== '')

/** Valid option groups, with names of any characters. */
const anyGroups = fc.array(anyText(30), { minLength: 2, maxLength: 5 }).map((names) => {
  const options = names.map((name, n) => ({ name: `${name}${n}`, amount: n * 50 - 50 }))
  const [first, ...others] = options
  return [
    { name: names[0] ?? 'Size', min: 1, max: 1, options: [first ?? { name: 'Small', amount: 0 }] },
    { name: names[1] ?? 'Extras', min: 0, max: others.length, options: others },
  ]
})

const anyItem: fc.Arbitrary<CatalogueItem> = fc
  .record({
    id: fc.constant(''),
    name: anyText(100),
    price: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
    category: fc.oneof(fc.constant(''), anyText(40)),
    colour: fc.constantFrom(...itemColours),
    picture: fc.constant(false),
    quick: fc.boolean(),
    barcode: fc.constant(''),
    tax_rate_ids: fc.subarray(['tax_1', 'tax_2']),
    modifiers: fc.array(
      fc.record({
        name: anyText(30).map((name) => `${name} too`),
        amount: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      }),
      { maxLength: 4 },
    ),
    groups: fc.oneof(fc.constant([]), anyGroups),
    minimum_age: fc.option(fc.integer({ min: 1, max: 99 })),
    active: fc.boolean(),
  })
  // Options have different names on items with groups.
  .map((item) =>
    item.groups.length === 0
      ? item
      : { ...item, modifiers: [...new Map(item.modifiers.map((one) => [one.name, one])).values()] },
  )

const withoutIds = ({ items }: Catalogue) => items.map(({ id: _, ...item }) => item)

describe('a catalogue as CSV', () => {
  test('an exported catalogue is imported unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 8 }), (items) => {
        const catalogue = shop(
          ...items.map((item, n) => ({ ...item, id: `i_${n}`, barcode: n % 2 === 0 ? `40000000${n}` : '' })),
        )
        const text = writeCsv(catalogue)
        const fresh = importInto(shop(), text)
        expect(fresh.preview).toMatchObject({ added: items.length, error_count: 0 })
        expect(withoutIds(fresh.catalogue)).toEqual(withoutIds(catalogue))
        const again = importInto(catalogue, text)
        expect(again.preview).toMatchObject({ added: 0, changed: 0, unchanged: items.length })
        expect(again.catalogue).toEqual(catalogue)
      }),
      { numRuns: 150 },
    )
  })

  test('no cell can be read as a formula', () => {
    const text = writeCsv(shop(anItem({ name: '=HYPERLINK("x")', category: '@cmd' })))
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain("'@cmd")
  })

  test('a price is read in the notation of any of our countries', () => {
    const read = ['12.34', '12,34', '1,234.50', '1.234,50', '$12', '0,5', '1 234,00 €', '-0.50', '1,000'].map(
      parsePrice,
    )
    expect(read).toEqual([1234, 1234, 123_450, 123_450, 1200, 50, 123_400, -50, 100_000])
    expect(['', 'free', '1.2.3', '12.345,6,7', '1e9'].map(parsePrice)).toEqual([null, null, null, null, null])
    fc.assert(fc.property(fc.integer(), (cents) => parsePrice(priceText(cents)) === cents))
  })

  test('a price with three decimals is not read as a price a thousand times as high', () => {
    expect(['12.500', '0.125', '-1.250'].map(parsePrice)).toEqual([null, null, null])
    const { preview } = importInto(shop(), 'name,price\nTea,12.500\n')
    expect(preview).toMatchObject({
      added: 0,
      errors: [{ line: 2, problem: 'price_wrong', value: '12.500' }],
    })
  })

  test('a number at the end of an option is part of its name, unless it has a sign', () => {
    const modifiersOf = (cell: string) =>
      importInto(shop(), `name,modifiers\nShoe,${cell}\n`).catalogue.items[0]?.modifiers
    expect(modifiersOf('Size 10 | Size 12')).toEqual([
      { name: 'Size 10', amount: 0 },
      { name: 'Size 12', amount: 0 },
    ])
    expect(modifiersOf('Large +0.50 | Used -$2.00')).toEqual([
      { name: 'Large', amount: 50 },
      { name: 'Used', amount: -200 },
    ])
    expect(modifiersOf('Large 0.50')).toBeUndefined()
  })
})

describe('option groups and age limits in a CSV file', () => {
  const only = (head: string, cell: string) => importInto(shop(), `name,${head}\nBeer,"${cell}"\n`)

  test('option groups are read as written, with a choice of one where no limits are given', () => {
    const { catalogue } = only('groups', 'Size: Small; Large +0.50 | Extras 0-2: Ice; Lemon +0.20')
    expect(catalogue.items[0]?.groups).toEqual([
      {
        name: 'Size',
        min: 1,
        max: 1,
        options: [
          { name: 'Small', amount: 0 },
          { name: 'Large', amount: 50 },
        ],
      },
      {
        name: 'Extras',
        min: 0,
        max: 2,
        options: [
          { name: 'Ice', amount: 0 },
          { name: 'Lemon', amount: 20 },
        ],
      },
    ])
  })

  test.each([
    'Size',
    'Size:',
    ': Small',
    'Size 2-1: S; L',
    'Size 1-3: S; L',
    'Size: S; S',
    'Size: Large 0.50',
  ])('a group that cannot be answered is an error in its line: %s', (cell) => {
    expect(only('groups', cell).preview).toMatchObject({
      errors: [{ line: 2, problem: 'groups_wrong' }],
    })
  })

  test('an age limit is a whole number from 1 to 99', () => {
    expect(only('age', '18').catalogue.items[0]?.minimum_age).toBe(18)
    expect(only('age', '').catalogue.items[0]?.minimum_age).toBeNull()
    for (const cell of ['0', '100', '18.5', 'adult', '-1']) {
      expect(only('age', cell).preview).toMatchObject({ errors: [{ problem: 'age_wrong' }] })
    }
  })
})

describe('an import without some columns', () => {
  test('an import changes an item even if an option was on it twice before', () => {
    const before = anItem({ modifiers: [lemon], groups: [extras] })
    const { preview, catalogue } = importInto(shop(before), 'name,price\nTea,9.99\n')
    expect(preview).toMatchObject({ changed: 1, error_count: 0 })
    expect(catalogue.items[0]).toMatchObject({ price: 999 })
  })

  const lemon = { name: 'Lemon', amount: 20 }
  const extras = { name: 'Extras', min: 0, max: 1, options: [lemon] }

  test.each([
    ['modifiers', 'groups', 'Extras 0-1: Lemon +0.20', anItem({ modifiers: [lemon] })],
    ['groups', 'modifiers', 'Lemon +0.20', anItem({ groups: [extras] })],
  ])(
    'an import that keeps the item’s %s and would duplicate an option is refused',
    (_, column, cell, before) => {
      const { preview, catalogue } = importInto(shop(before), `name,${column}\nTea,${cell}\n`)
      expect(preview).toMatchObject({
        changed: 0,
        errors: [{ line: 2, problem: 'groups_unusable', value: 'Tea' }],
      })
      expect(catalogue.items).toEqual([before])
      expect(catalogueTrouble(catalogue)).toBeNull()
    },
  )
})

describe('taxes with the same name', () => {
  const vat = (id: string, rate: number, inclusive = true): TaxRate => ({ id, name: 'VAT', rate, inclusive })
  const tax_rates = [vat('full', 19_000), vat('less', 7_000), vat('on_top', 7_000, false)]
  const items = tax_rates.map(({ id }) => anItem({ id, name: id, tax_rate_ids: [id] }))
  const before = { items, tax_rates }

  test('taxes with the same name are exported and imported unchanged', () => {
    const text = writeCsv(before)
    expect(text).toContain('VAT 7% included')
    const { preview, catalogue } = importInto(before, text)
    expect(preview).toMatchObject({ unchanged: 3, error_count: 0 })
    expect(catalogue).toEqual(before)
  })

  test('two identical taxes are interchangeable in an import', () => {
    const both = anItem({ id: 'both', name: 'both', tax_rate_ids: ['full', 'full_again'] })
    const twins = { items: [...items, both], tax_rates: [...tax_rates, vat('full_again', 19_000)] }
    const { preview, catalogue } = importInto(twins, writeCsv(twins))
    expect(preview).toMatchObject({ unchanged: 4, error_count: 0 })
    expect(catalogue).toEqual(twins)
  })

  test('a name that fits several taxes is an error in its line', () => {
    const { preview, catalogue } = importInto(before, 'name,taxes\nless,VAT\nfull,vat 19% INCLUDED\n')
    expect(preview).toMatchObject({
      errors: [{ line: 2, problem: 'tax_unclear', value: 'VAT' }],
      unchanged: 1,
    })
    expect(catalogue).toEqual(before)
  })
})

describe('the preview of an import', () => {
  test('the preview lists the errors by line, and accepts the other lines', () => {
    const text = [
      'name,price,taxes,colour,barcode',
      'Tea,3.00,vat,green,4006381333931',
      ',1.00,,,',
      'Cake,abc,,,',
      '"Two',
      'lines",1.00,sales tax,,',
      'Bun,1.00,,turquoise,',
      'Other tea,1.00,,,04006381333931',
      'Juice,2.50,,,',
    ].join('\n')
    const { preview, catalogue } = importInto(shop(), text)
    expect(preview).toEqual({
      kind: 'readable',
      added: 2,
      changed: 0,
      unchanged: 0,
      error_count: 5,
      errors: [
        { line: 3, problem: 'name_missing', value: '' },
        { line: 4, problem: 'price_wrong', value: 'abc' },
        { line: 6, problem: 'tax_unknown', value: 'sales tax' },
        { line: 7, problem: 'colour_unknown', value: 'turquoise' },
        { line: 8, problem: 'barcode_taken', value: '04006381333931' },
      ],
    })
    expect(catalogue.items.map(({ name, price }) => [name, price])).toEqual([
      ['Tea', 300],
      ['Juice', 250],
    ])
  })

  test('the preview reads semicolons and other column names, and leaves missing columns unchanged', () => {
    const before = shop(
      anItem({ barcode: '12345678', category: 'Drinks', modifiers: [{ name: 'Large', amount: 50 }] }),
    )
    const { preview, catalogue } = importInto(before, '\ufeffTitle;EAN;Price\nGreen tea;0000012345678;3,50\n')
    expect(preview).toMatchObject({ changed: 1, added: 0 })
    expect(catalogue.items).toEqual([
      { ...before.items[0], name: 'Green tea', price: 350, barcode: '0000012345678' },
    ])
  })

  test('a file that is not a table of items is refused with the reason', () => {
    const reasonOf = (text: string) => importInto(emptyCatalogue, text).preview
    expect(reasonOf('a,b\n1,2')).toEqual({ kind: 'unreadable', reason: 'no_name_column' })
    expect(reasonOf('')).toEqual({ kind: 'unreadable', reason: 'empty' })
    expect(reasonOf('name,price\n')).toEqual({ kind: 'unreadable', reason: 'empty' })
    expect(reasonOf('name\n"unclosed')).toEqual({ kind: 'unreadable', reason: 'no_table' })
  })

  describe('a file with a card number is refused as a whole, with the line and the column named as in the file', () => {
    const card = '4111 1111 1111 1111'
    test.each([
      ['name', `name,price\nTea,3.00\n${card},2.50\n`, 3, 'name'],
      ['category', `name,category\nTea,${card}\n`, 2, 'category'],
      ['an option', `name,modifiers\nTea,Large +0.50 | ${card} +1.00\n`, 2, 'modifiers'],
      ['what would be a wrong price', `Item Name;Price\nTea;3,00\nJuice;4111111111111111\n`, 3, 'Price'],
      ['a cell that begins like a formula', `name\n'=4111111111111111\n`, 2, 'name'],
    ])('%s', (_, text, line, column) => {
      const before = shop(anItem())
      const { preview, catalogue } = importInto(before, text)
      expect(preview).toEqual({ kind: 'unreadable', reason: 'card_data', line, column })
      expect(catalogue).toBe(before)
      expect(JSON.stringify(preview)).not.toContain('1111')
    })

    test('a number in a barcode column or an unused column is not taken for a card number', () => {
      const text = 'name,barcode,supplier\nTea,4111111111111111,4111111111111111\n'
      expect(importInto(emptyCatalogue, text).preview).toMatchObject({ kind: 'readable', added: 1 })
    })
  })

  test('an import adds no more items than a catalogue can hold', () => {
    const text = `name\n${Array.from({ length: 5_002 }, (_, n) => `Item ${n}`).join('\n')}`
    const { preview, catalogue } = importInto(emptyCatalogue, text)
    expect(preview).toMatchObject({ added: 5_000, error_count: 2 })
    expect(catalogue.items).toHaveLength(5_000)
  })
})
