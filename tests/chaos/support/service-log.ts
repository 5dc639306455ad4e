import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a service has logged, through all its deaths: what explains a failure is gone with its process otherwise. */
export interface ServiceLog {
  readonly file: string
  readonly onLog: (chunk: Buffer) => void
  /** The last lines, and before them those that name one of these. */
  tail(names?: readonly string[]): string
}

const lastLines = 40

export function openServiceLog(folder: string): ServiceLog {
  const file = join(folder, 'service.log')
  return {
    file,
    // At once: whoever is told of a failure reads it at that moment.
    onLog: (chunk) => appendFileSync(file, chunk),
    tail(names = []) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
      const earlier = lines.slice(0, -lastLines).filter((line) => names.some((name) => line.includes(name)))
      return [...earlier.slice(-lastLines), ...lines.slice(-lastLines)].join('\n')
    },
  }
}
