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
/** A command that acts now, as its entry will begin. */
export type BegunCommand = z.infer<typeof begunSchema>

/**
 * Which commands act now. An entry says what came of its command, so it is written at the end: where the program is killed
 * before, what stands here is all that is known, and the next start writes it down.
 */
export interface BegunCommands {
  /** Resolves when it is on the disk. @returns what ends it */
  begin(command: BegunCommand): Promise<() => void>
  /** What an earlier launch left; nothing the second time. */
  takeLeft(): Promise<readonly BegunCommand[]>
  /** Resolves when what has ended is struck off on the disk, too. */
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
