/**
 * A table program takes a cell that begins like a formula for one, and runs it: such a text gets an apostrophe before it,
 * which is taken away again when the file comes back.
 */
const isRisky = /^'*[=+\-@\t\r]/

export const cellOf = (text: string): string => (isRisky.test(text) ? `'${text}` : text)

export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && isRisky.test(cell) ? cell.slice(1) : cell
