import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type FoundLine, linesBefore, linesFromEnd } from '../journal/line-file.ts'
import type { AuditHead } from './audit-chain.ts'
import {
  type AuditLine,
  fullFiles,
  keptHead,
  linesOf,
  linesUpTo,
  numberOf,
  onlyMissing,
} from './audit-files.ts'

/** One file in its state at a moment. Both methods read it again in chunks, and throw where it cannot be read. */
export interface StandingFile {
  readonly name: string
  /** False: the file is missing, as the numbers of later files show. */
  readonly isThere: boolean
  lines(): AsyncGenerator<AuditLine>
  fromEnd(): AsyncGenerator<FoundLine>
}

/**
 * The audit as it was at one moment. While it is read, new entries may be written and the growing file may be renamed:
 * neither changes what is read, and writing does not wait for the reader.
 */
export interface StandingAudit {
  /** The oldest first, including missing files. */
  readonly files: readonly StandingFile[]
  readonly known: AuditHead | null
}

/** Blocks writing to the audit until the task has ended; the task reads none of its entries. */
export type StandStill = <Found>(task: () => Promise<Found>) => Promise<Found>

export async function readStanding<Value>(
  path: string,
  still: StandStill,
  read: (audit: StandingAudit) => Promise<Value>,
): Promise<Value> {
  const { known, growing, size, full } = await still(async () => {
    const [known, full] = await Promise.all([keptHead(path), fullFiles(path)])
    // Last, so that a failure with the other files leaves no file open.
    const growing = await open(path, 'r').catch(onlyMissing(null))
    return { known, full, growing, size: growing === null ? 0 : (await growing.stat()).size }
  })
  try {
    const files = withMissing(path, full).map(fileOf)
    return await read({ known, files: growing === null ? files : [...files, openFile(path, growing, size)] })
  } finally {
    await growing?.close()
  }
}

/** For reading an audit that is not being written to. */
export const notWritten = <Found>(task: () => Promise<Found>): Promise<Found> => task()

interface NumberedFile {
  readonly path: string
  readonly isThere: boolean
}

/** Full files are numbered from 1 without gaps. */
function withMissing(path: string, full: readonly string[]): readonly NumberedFile[] {
  const there = new Map(full.map((file) => [numberOf(basename(file)) ?? 0, file]))
  return Array.from({ length: Math.max(0, ...there.keys()) }, (_, index) => {
    const name = `audit.${String(index + 1).padStart(6, '0')}.jsonl`
    const file = there.get(index + 1)
    return { path: file ?? join(dirname(path), name), isThere: file !== undefined }
  })
}

const fileOf = ({ path, isThere }: NumberedFile): StandingFile => ({
  name: basename(path),
  isThere,
  lines: () => linesOf(path),
  fromEnd: () => linesFromEnd(path),
})

const openFile = (path: string, handle: FileHandle, size: number): StandingFile => ({
  name: basename(path),
  isThere: true,
  lines: () => linesUpTo(handle, size),
  fromEnd: () => linesBefore(handle, size),
})
