/** One action of a printer, in order. */
export type Printed =
  | {
      readonly kind: 'row'
      readonly text: string
      readonly align: 'left' | 'center' | 'right'
      readonly bold: boolean
      /** Multiple of the normal width. */
      readonly size: number
    }
  | { readonly kind: 'barcode'; readonly text: string; readonly dots: number; readonly align: string }
  | { readonly kind: 'picture'; readonly width: number; readonly height: number; readonly bits: Uint8Array }
  | { readonly kind: 'cut' }
  | { readonly kind: 'kick' }

const oneByte = (high: string): string =>
  String.fromCharCode(...Array.from({ length: 128 }, (_, index) => index)) + high
const cp437 = oneByte(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ',
)
const cp850 = oneByte(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■ ',
)
const cp858 = cp850.replace('ı', '€')
const latin1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160))
const windows1252 = oneByte(`€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${latin1}`)
/** By the numbers in the printer's manual. */
const escPosTables: Readonly<Record<number, string>> = { 0: cp437, 2: cp850, 16: windows1252, 19: cp858 }
const starTables: Readonly<Record<number, string>> = { 1: cp437, 4: cp858, 32: windows1252 }

interface Head {
  align: 'left' | 'center' | 'right'
  bold: boolean
  size: number
  table: string
  module: number
  row: string
}
const fresh = (): Head => ({ align: 'left', bold: false, size: 1, table: cp437, module: 3, row: '' })
const aligns = ['left', 'center', 'right'] as const

/** Interprets the bytes that a printer receives. Throws on an unknown command. */
export function decodePrinted(
  bytes: Uint8Array,
  language: 'esc-pos' | 'star' = 'esc-pos',
): readonly Printed[] {
  const done: Printed[] = []
  let head = fresh()
  let rowBold = false
  let rowSize = 1
  const at = (index: number): number => bytes[index] ?? 0
  const endRow = () => {
    const style = head.row === '' ? { bold: head.bold, size: head.size } : { bold: rowBold, size: rowSize }
    done.push({ kind: 'row', text: head.row, align: head.align, ...style })
    head.row = ''
  }
  const hex = (index: number) =>
    [...bytes.slice(index, index + 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const reset = () => {
    head = fresh()
  }

  /** @returns the length of the command, in bytes */
  function escPos(index: number): number {
    const [first, second, third, fourth] = [at(index), at(index + 1), at(index + 2), at(index + 3)]
    const name = `${first.toString(16)} ${second.toString(16)}`
    switch (name) {
      case '1b 40':
        reset()
        return 2
      case '1c 2e':
        return 2
      case '1b 4d':
        return 3
      case '1b 74': {
        const table = escPosTables[third]
        if (table === undefined) throw new Error(`table ${third}`)
        head.table = table
        return 3
      }
      case '1b 45':
        head.bold = third === 1
        return 3
      case '1d 21':
        head.size = (third >> 4) + 1
        return 3
      case '1b 61':
        head.align = aligns[third] ?? 'left'
        return 3
      case '1d 68':
      case '1d 48':
        return 3
      case '1d 77':
        head.module = third
        return 3
      case '1d 6b': {
        const text = String.fromCharCode(...bytes.slice(index + 4, index + 4 + fourth))
        if (third !== 0x49 || !text.startsWith('{B')) throw new Error(`barcode ${hex(index)}`)
        const plain = text.slice(2).replaceAll('{{', '{')
        done.push({ kind: 'barcode', text: plain, dots: head.module, align: head.align })
        return 4 + fourth
      }
      case '1d 76': {
        const width = (at(index + 4) + at(index + 5) * 256) * 8
        const height = at(index + 6) + at(index + 7) * 256
        const end = index + 8 + (width / 8) * height
        done.push({ kind: 'picture', width, height, bits: bytes.slice(index + 8, end) })
        return end - index
      }
      case '1d 56':
        done.push({ kind: 'cut' })
        return 3
      case '1b 70':
        done.push({ kind: 'kick' })
        return 5
      default:
        throw new Error(`ESC/POS ${hex(index)}`)
    }
  }

  /** Converts columns of 24 dots, three bytes each, to rows of eight dots per byte. */
  function band(start: number, width: number): Uint8Array {
    const bits = new Uint8Array((width / 8) * 24)
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < 24; row++) {
        const isBlack = (at(start + column * 3 + (row >> 3)) >> (7 - (row & 7))) & 1
        const place = row * (width / 8) + (column >> 3)
        bits[place] = (bits[place] ?? 0) | (isBlack << (7 - (column & 7)))
      }
    }
    return bits
  }

  /** @returns the length of the command, in bytes */
  function star(index: number): number {
    const [first, second, third, fourth] = [at(index), at(index + 1), at(index + 2), at(index + 3)]
    const name = `${first.toString(16)} ${second.toString(16)}`
    switch (name) {
      case '1b 40':
        reset()
        return 2
      case '1b 1d': {
        if (third === 0x61) head.align = aligns[fourth] ?? 'left'
        else if (third === 0x74) {
          const table = starTables[fourth]
          if (table === undefined) throw new Error(`table ${fourth}`)
          head.table = table
        } else throw new Error(`Star ${hex(index)}`)
        return 4
      }
      case '1b 45':
        head.bold = true
        return 2
      case '1b 46':
        head.bold = false
        return 2
      case '1b 30':
        return 2
      case '1b 7a':
        return 3
      case '1b 58': {
        const width = third + fourth * 256
        done.push({ kind: 'picture', width, height: 24, bits: band(index + 4, width) })
        return 4 + width * 3
      }
      case '1b 69':
        head.size = third + 1
        return 4
      case '1b 62': {
        const end = bytes.indexOf(0x1e, index)
        const text = String.fromCharCode(...bytes.slice(index + 6, end))
        done.push({ kind: 'barcode', text, dots: at(index + 4), align: head.align })
        return end + 1 - index
      }
      case '1b 64':
        done.push({ kind: 'cut' })
        return 3
      case '1b 7':
        return 4
      default:
        throw new Error(`Star ${hex(index)}`)
    }
  }

  for (let index = 0; index < bytes.length; ) {
    const byte = at(index)
    if (byte === 0x0a) {
      endRow()
      index++
    } else if ((byte === 0x18 || byte === 0x0d) && language === 'star') index++
    else if (byte === 0x07 && language === 'star') {
      done.push({ kind: 'kick' })
      index++
    } else if (byte < 0x20) index += language === 'star' ? star(index) : escPos(index)
    else {
      if (head.row === '') {
        rowBold = head.bold
        rowSize = head.size
      }
      head.row += head.table[byte] ?? '?'
      index++
    }
  }
  if (head.row !== '') endRow()
  return done
}

/** The rows that are not empty, without the spaces at their ends. */
export const printedRows = (bytes: Uint8Array): readonly string[] =>
  decodePrinted(bytes).flatMap((one) =>
    one.kind === 'row' && one.text.trim() !== '' ? [one.text.trimEnd()] : [],
  )
