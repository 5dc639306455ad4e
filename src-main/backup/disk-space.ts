import { statfs } from 'node:fs/promises'

/** Left on the disk for the sales that are made meanwhile, bytes. */
export const reserveBytes = 50_000_000

/** @returns bytes that can be written there; Infinity where the system does not say */
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
 * @throws as a full disk does, but before it is one: a sale that cannot be written down cannot be made
 */
export function requireSpace(free: number, bytes: number): void {
  if (free - bytes >= reserveBytes) return
  throw Object.assign(new Error(`${bytes} bytes are needed, and ${free} are free`), { code: 'ENOSPC' })
}
