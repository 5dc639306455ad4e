import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The log of a service across all its processes: without it, the explanation of a failure is lost with the process. */
export interface ServiceLog {
  readonly file: string
  readonly onLog: (chunk: Buffer) => void
  /** The last lines, preceded by the lines that contain one of these names. */
  tail(names?: readonly string[]): string
}

const lastLines = 40

export function openServiceLog(folder: string): ServiceLog {
  const file = join(folder, 'service.log')
  return {
    file,
    // Written synchronously, because a failure is examined at the same moment.
    onLog: (chunk) => appendFileSync(file, chunk),
    tail(names = []) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
      const earlier = lines.slice(0, -lastLines).filter((line) => names.some((name) => line.includes(name)))
      return [...earlier.slice(-lastLines), ...lines.slice(-lastLines)].join('\n')
    },
  }
}
