import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOfInexactNumber } from '../../../../src-service/http/exact-numbers.ts'

const pathIn = (text: string) => pathOfInexactNumber(text, JSON.parse(text))

describe('numbers that a double does not keep', () => {
  test.each([
    ['{"id":12345678901234567890}', 'id'],
    ['{"ids":[1,{"b":-9007199254740993}]}', 'ids.1.b'],
    ['{"a":1e400}', 'a'],
    ['{"a":-1E+999}', 'a'],
    [`{"a":${'9'.repeat(400)}}`, 'a'],
    [`{"a":${'9'.repeat(250)}e60}`, 'a'],
    [`{"a":${'9'.repeat(301)}.5E+9}`, 'a'],
    ['9007199254740993', 'body'],
    [String.raw`{"a\"":"\\","b":9007199254740993}`, 'b'],
    ['{"amount":4503599627370497.5}', 'amount'],
    ['{"a":1,"b":-9007199254740991.25}', 'b'],
    ['{"a":2251799813685249.0000001}', 'a'],
    ['{"a":9007199254740993.0}', 'a'],
  ])('%s names the number', (text, path) => {
    expect(pathIn(text)).toBe(path)
  })

  test.each([
    '{"a":9007199254740992}',
    '{"a":100000000000000000000}',
    '{"a":1e300}',
    '{"a":0.12345678901234567890}',
    '{"a":1234567890123456.5}',
    '{"a":2251799813685249.51}',
    '{"a":9007199254740992.00}',
    '{"a":"4503599627370497.5"}',
    '{"a":"12345678901234567890"}',
    String.raw`{"a":"\"12345678901234567890"}`,
    String.raw`{"12345678901234567890\\":1}`,
    '{"a":1e-400}',
  ])('%s is accepted', (text) => {
    expect(pathIn(text)).toBeNull()
  })

  test('of any two integers in any texts, exactly those that JSON.parse changes are named', () => {
    const integer = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
    fc.assert(
      fc.property(fc.string(), fc.string(), integer, (key, other, number) => {
        const name = JSON.stringify(`k${key}`)
        const text = `{"0":${JSON.stringify(other)},${name}:${number}}`
        const changed = BigInt(Number(number)) !== number
        expect(pathIn(text)).toBe(changed ? `k${key}` : null)
      }),
    )
  })

  test.each([
    ['texts and escapes', `${'"a",'.repeat(100_000)}"${String.raw`\"`.repeat(100_000)}",`],
    ['long integers', '12345678901234567,'.repeat(50_000)],
    [
      'long fractions',
      `${'1234567890123456.5,'.repeat(50_000)}${`1234567890123456.${'5'.repeat(500_000)}e1,`}`,
    ],
    ['short integers', '1,'.repeat(300_000)],
    ['one text of digits', `"${'1'.repeat(6_900_000)}",`],
    ['texts of many digits', `"${'1'.repeat(299)}",`.repeat(20_000)],
  ])('a large body of %s is read in a fraction of a second', (_, start) => {
    const text = `[${start}1234567890123456789]`
    const value = JSON.parse(text)
    const before = process.cpuUsage()
    expect(pathOfInexactNumber(text, value)).not.toBeNull()
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
  })
})
