import { readFileSync } from 'node:fs'

/** What the file of the chosen service holds, unchecked; null where there is none, or where it names none any more. */
export function readServiceFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return isAbsent(error) ? null : 'damaged'
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
