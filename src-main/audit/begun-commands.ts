import { z } from 'zod'
import type { Log } from '../log.ts'
import { jsonFile } from '../settings/json-file.ts'

const begunSchema = z.object({
  at: z.string(),
  command: z.string(),
  role: z.string().nullable(),
  person: z.looseObject({ id: z.string() }).optional(),
  about: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
/** A command that acts now, with the first fields of its entry. */
export type BegunCommand = z.infer<typeof begunSchema>

/**
 * The commands that act now. An entry is written at the end of its command, with the outcome. If the program is killed
 * before, this record is all that is known, and the next start writes an entry from it.
 */
export interface BegunCommands {
  /** Resolves when it is on the disk. @returns a function that ends it */
  begin(command: BegunCommand): Promise<() => void>
  /** The commands that an earlier launch left; empty at the second call. */
  takeLeft(): Promise<readonly BegunCommand[]>
  /** Resolves when ended commands are also removed on the disk. */
  flush(): Promise<void>
}

export function openBegunCommands(path: string, log: Log): BegunCommands {
  const file = jsonFile(`${path}.begun.json`, z.array(begunSchema), [])
  const open = new Set<BegunCommand>()
  let reading: Promise<void> | null = null
  let stillLeft: readonly BegunCommand[] = []

  let striking: Promise<void> = Promise.resolve()

  const write = () => file.write([...stillLeft, ...open])
  const readLeft = (): Promise<void> => {
    reading ??= file.read().then((found) => {
      stillLeft = found
    })
    return reading
  }

  return {
    async begin(command) {
      await readLeft()
      open.add(command)
      try {
        await write()
      } catch (error) {
        open.delete(command)
        throw error
      }
      return () => {
        open.delete(command)
        striking = write().catch((error: unknown) => log.error({ err: error, path }, 'staff.begun_not_ended'))
      }
    },
    async takeLeft() {
      await readLeft()
      const taken = stillLeft
      stillLeft = []
      return taken
    },
    flush: () => striking,
  }
}
