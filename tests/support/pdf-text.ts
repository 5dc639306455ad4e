import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly words: string
  readonly stream: string
}

/** The rows of text in a PDF that Chromium has written, page by page; letters are decoded by each font's own table. */
export function pdfRows(pdf: Buffer): readonly string[] {
  const objects = new Map([...objectsOf(pdf)].map((one) => [one.id, one] as const))
  const find = (id: string | undefined): PdfObject => objects.get(id ?? '') ?? { words: '', stream: '' }
  return [...objects.values()]
    .filter(({ words }) => /\/Type \/Page\b/.test(words))
    .flatMap(({ words }) => {
      const fonts = new Map(
        [...words.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
          name,
          lettersOf(find(/\/ToUnicode (\d+) 0 R/.exec(find(id).words)?.[1]).stream),
        ]),
      )
      return rowsOf(find(/\/Contents (\d+) 0 R/.exec(words)?.[1]).stream, fonts)
    })
}

/** The sizes of its pages, in mm. */
export const pdfSizes = (pdf: Buffer): readonly { readonly width: number; readonly height: number }[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: (Number(width) / 72) * 25.4,
    height: (Number(height) / 72) * 25.4,
  }))

function* objectsOf(pdf: Buffer): Generator<PdfObject & { readonly id: string }> {
  const text = pdf.toString('latin1')
  for (const found of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = found.index + found[0].length
    const end = text.indexOf('\nendobj', start)
    const words = text.slice(start, end).split('>> stream')[0] ?? ''
    const begins = text.indexOf('stream\n', start)
    const length = Number(/\/Length (\d+)/.exec(words)?.[1] ?? 0)
    const hasStream = begins !== -1 && begins < end && length > 0
    const bytes = hasStream ? pdf.subarray(begins + 7, begins + 7 + length) : Buffer.alloc(0)
    const isPacked = words.includes('/FlateDecode')
    const stream = (isPacked ? inflateSync(bytes) : bytes).toString('latin1')
    yield { id: found[1] ?? '', words, stream }
  }
}

function lettersOf(table: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>()
  const hex = (digits: string | undefined) => Number.parseInt(digits ?? '0', 16)
  for (const [, glyphs] of table.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
    for (const [, glyph, letter] of (glyphs ?? '').matchAll(/<(\w+)> <(\w+)>/g)) {
      letters.set(hex(glyph), String.fromCodePoint(hex(letter)))
    }
  }
  for (const [, ranges] of table.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
    for (const [, from, to, letter] of (ranges ?? '').matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = hex(from); glyph <= hex(to); glyph++) {
        letters.set(glyph, String.fromCodePoint(hex(letter) + glyph - hex(from)))
      }
    }
  }
  return letters
}

/** Joins texts at the same height into one row. */
function rowsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): readonly string[] {
  const rows: { height: string; text: string }[] = []
  let letters: ReadonlyMap<number, string> = new Map()
  let height = ''
  for (const [, font, at, shown] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) Tm|(<\w+>|\[[^\]]*\]) T[jJ]/g,
  )) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    if (at !== undefined) height = at
    if (shown === undefined) continue
    const text = [...shown.matchAll(/<(\w+)>/g)]
      .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
      .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '�')
      .join('')
    const last = rows.at(-1)
    if (last !== undefined && last.height === height) last.text += text
    else rows.push({ height, text })
  }
  return rows.map(({ text }) => text)
}
