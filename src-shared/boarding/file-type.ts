import type { DocumentContentType } from './document-limits.ts'

const marks: readonly (readonly [DocumentContentType, readonly number[]])[] = [
  // %PDF-
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** Detects the type by the first bytes, not by the file name or the browser's type. @returns null for any other type */
export const fileTypeOf = (bytes: Uint8Array): DocumentContentType | null =>
  marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? null
