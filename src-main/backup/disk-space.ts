import { statfs } from 'node:fs/promises'

/** Bytes left free on the disk for sales made meanwhile. */
export const reserveBytes = 50_000_000

/** @returns bytes that can be written there; Infinity where the system does not report it */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * @param bytes that are to be written
 * @throws like a full disk, but before it is full: the counter needs space to record sales
 */
export function requireSpace(free: number, bytes: number): void {
  if (free - bytes >= reserveBytes) return
  throw Object.assign(new Error(`${bytes} bytes are needed, and ${free} are free`), { code: 'ENOSPC' })
}
