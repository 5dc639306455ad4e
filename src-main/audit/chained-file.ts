import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { jsonFile } from '../settings/json-file.ts'
import { type AuditHead, type Chained, chained, emptyHead, headOf } from './audit-chain.ts'
import { auditHeadPath, auditHeadSchema, putFullFileAside } from './audit-files.ts'

/** The audit's growing file: lines are appended, each chained to the one before. One call at a time. */
export interface ChainedFile {
  /** Whether the chain has to be resumed from the existing lines: at the start, and after a failed write. */
  mustResume(): boolean
  /** @param head the head of the existing lines */
  resumeFrom(head: AuditHead): void
  /** The head of the last line. */
  head(): AuditHead
  /** Keeps the head beside the lines, to detect a cut-off end. Each new line does so as well. */
  keepHead(): Promise<void>
  /**
   * Appends an entry. A file that is full is put aside, and the next one begun.
   * @param n the number of the entry; default: the next one
   */
  append(entry: object, n?: number): Promise<void>
  close(): Promise<void>
}

export function openChainedFile(options: {
  readonly path: string
  /** Size at which a file is full, in bytes. */
  readonly limit: number
  /** The present time in ISO format. */
  readonly at: () => string
}): ChainedFile {
  const { path, limit, at } = options
  const headFile = jsonFile(auditHeadPath(path), auditHeadSchema, emptyHead)
  let file: FileHandle | null = null
  let head: AuditHead = emptyHead
  let mustResume = true

  /** Puts a line, and its head, on the disk. @returns the size of the file */
  async function put(start: '\n' | '', line: Chained): Promise<number> {
    if (file === null) {
      await mkdir(dirname(path), { recursive: true })
      file = await open(path, 'a', 0o600)
    }
    const into = file
    try {
      await into.appendFile(`${start}${JSON.stringify(line)}\n`)
      await into.datasync()
    } catch (error) {
      // A full disk leaves a partial line: the next write resumes as after a power cut.
      mustResume = true
      file = null
      await into.close()
      throw error
    }
    head = headOf(line)
    await headFile.write(head)
    return (await into.stat()).size
  }

  /** The next file begins with the head of the one before. */
  async function turnOver(): Promise<void> {
    await file?.close()
    file = null
    const former = await putFullFileAside(path)
    const about = { file: former, entries: head.count, head: head.hash }
    const entry = { at: at(), role: null, command: 'audit.continued', about, outcome: 'done' }
    await put('', chained(head, entry))
  }

  return {
    mustResume: () => mustResume,
    resumeFrom(found) {
      head = found
      mustResume = false
    },
    head: () => head,
    keepHead: () => headFile.write(head),
    async append(entry, n) {
      // Begins on a new line, even after a partial one.
      const size = await put('\n', chained(head, entry, n))
      if (size >= limit) await turnOver()
    },
    async close() {
      await file?.close()
    },
  }
}
