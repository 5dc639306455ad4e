import fc from 'fast-check'

/** Values that only a malicious client sends. */
const nasty: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '‮abc',
  "' OR 1=1 --",
  '<script>',
  '4111111111111111',
  '../../etc/passwd',
  '%00',
  'a'.repeat(10_000),
  'é'.repeat(300),
  [],
  {},
  [[[]]],
  [null],
  { $ref: '#' },
  { constructor: 1 },
  { toString: 'x' },
  'null',
  'true',
  '1e3',
  '0x10',
  '１２３',
]

type Path = readonly (string | number)[]

/** Every path in a value, beginning with the root. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, part]) =>
    pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...inside]
}

const remove = Symbol('remove')

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by === remove ? {} : by
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) }
  const slots = copy as Record<string | number, unknown>
  if (rest.length === 0 && by === remove) delete slots[first]
  else slots[first] = replaced(slots[first], rest, by)
  return copy
}

/** The same body with one fault in it. */
export const spoiled = (body: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...pathsOf(body)),
        fc.oneof(fc.constantFrom(...nasty), fc.jsonValue(), fc.constant(remove)),
      )
      .map(([path, by]) => replaced(body, path, by)),
    fc
      .tuple(fc.constantFrom('amuont', 'constructor', 'toString', 'id', 'status', ''), fc.jsonValue())
      .map(([name, value]) => ({ ...(body as object), [name]: value })),
  )

/** Bodies that do not match the contract at all; text is sent unchanged. */
export const garbage: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '1',
    '{"a":1,"a":2}',
    '{"__proto__":{"amount":1},"amount":100}',
    '{}{}',
    '\ufeff{}',
    '{"amount":1e400}',
    '{"amount":01}',
    '{"amount":-0}',
    '{"amount":100,}',
    "{'amount':1}",
    'amount=100',
  ),
  fc.constantFrom(100, 5_000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.constant(`{"description":"${'a'.repeat(2_000_000)}"}`),
  fc.constant(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
)
