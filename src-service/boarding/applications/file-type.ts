import type { DocumentContentType } from '../../../src-shared/api/schemas/application-document.ts'

const marks: readonly (readonly [DocumentContentType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
]

/** By the first bytes: neither the name nor what a browser calls it counts. @returns null for anything else */
export const fileTypeOf = (bytes: Buffer): DocumentContentType | null =>
  marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))?.[0] ?? null
