import { readFileSync } from 'node:fs'

/** The unchecked content of the chosen service's file; null where it is missing or names no service any more. */
export function readServiceFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return isAbsent(error) ? null : 'damaged'
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
