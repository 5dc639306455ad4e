import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { syncFolder } from '../sync-folder.ts'

/** A small JSON document. Written to a new file that is renamed over the old one: it is whole or it is the old one. */
export interface JsonFile<Value> {
  /** The fallback when the file is missing, torn, or of another form. */
  read(): Promise<Value>
  /** Writes follow each other in the order of the calls. */
  write(value: Value): Promise<void>
}

export function jsonFile<Value>(path: string, schema: z.ZodType<Value>, fallback: Value): JsonFile<Value> {
  let queue: Promise<void> = Promise.resolve()
  return {
    async read() {
      await queue
      try {
        return schema.parse(JSON.parse(await readFile(path, 'utf8')))
      } catch {
        return fallback
      }
    },
    write(value) {
      const written = queue.then(() => replace(path, `${JSON.stringify(value, null, 2)}\n`))
      queue = written.catch(() => undefined)
      return written
    },
  }
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}
