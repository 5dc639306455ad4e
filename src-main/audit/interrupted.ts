import { z } from 'zod'
import { linesFromEnd } from '../journal/line-file.ts'
import { auditFiles } from './audit-files.ts'
import type { BegunCommand } from './begun-commands.ts'

const endedSchema = z.object({
  at: z.string(),
  command: z.string(),
  outcome: z.string(),
  person: z.object({ id: z.string() }).optional(),
})

/** Of the commands that an earlier launch left, those without an entry in the trail: they were interrupted. */
export async function interruptedOf(
  path: string,
  left: readonly BegunCommand[],
): Promise<readonly BegunCommand[]> {
  const unwritten: BegunCommand[] = []
  for (const one of left) if (!(await isWritten(path, one))) unwritten.push(one)
  return unwritten
}

/** The program may have ended between writing the entry and removing the begun command. */
async function isWritten(path: string, { at, command, person }: BegunCommand): Promise<boolean> {
  for (const file of [...(await auditFiles(path))].reverse()) {
    for await (const { value } of linesFromEnd(file)) {
      const found = endedSchema.safeParse(value).data
      if (found === undefined) continue
      if (found.at < at && found.outcome !== 'interrupted') return false
      if (found.command === command && found.person?.id === person?.id) return true
    }
  }
  return false
}
