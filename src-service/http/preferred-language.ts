import { chooseLanguage, type Language } from '../../src-shared/language.ts'

/** @param header `accept-language` (RFC 9110, section 12.5.4): tags with their weights, in any order */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', weight] = range.split(';').map((part) => part.trim())
    const quality = weight === undefined ? 1 : Number(/^q=(\d(?:\.\d{0,3})?)$/i.exec(weight)?.[1] ?? 0)
    return { tag, quality }
  })
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality)
  return chooseLanguage(wanted.map(({ tag }) => tag))
}
