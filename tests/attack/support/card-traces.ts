import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A secret in the forms in which programs write digits down. */
function formsOf(digits: string): ReadonlyMap<string, Buffer> {
  const even = digits.length % 2 === 0 ? digits : `${digits}F`
  const ascii = Buffer.from(digits, 'latin1')
  return new Map([
    ['ASCII', ascii],
    ['UTF-16', Buffer.from(digits, 'utf16le')],
    ['hex', Buffer.from(ascii.toString('hex'), 'latin1')],
    ['BCD', Buffer.from(even, 'hex')],
    ['base64', Buffer.from(ascii.toString('base64').replace(/=+$/, '').slice(0, -1), 'latin1')],
  ])
}

/** Where in the files of a folder a secret is found, and in which form. */
export function tracesOf(folder: string, digits: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return tracesOf(path, digits)
    const content = readFileSync(path)
    return [...formsOf(digits)].flatMap(([form, bytes]) =>
      content.includes(bytes) ? [`${path}: ${form}`] : [],
    )
  })
}
