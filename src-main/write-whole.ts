import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file that appears when it is whole: what fails midway leaves the former one as it was, and nothing besides. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`
  try {
    await writeFile(draft, content, { flush: true })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
