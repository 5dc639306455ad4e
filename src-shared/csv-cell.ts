/**
 * Spreadsheet programs run a cell that begins like a formula, some also after white space or with the full-width signs of
 * East Asian keyboards (OWASP, CSV Injection). Such a text gets an apostrophe before it, which is
 * removed again when the file is imported.
 */
const isRisky = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

export const cellOf = (text: string): string => (isRisky.test(text) ? `'${text}` : text)

export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && isRisky.test(cell) ? cell.slice(1) : cell
