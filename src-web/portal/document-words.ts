import { documentKinds, documentTitle } from '../../src-shared/boarding/document-kinds.ts'
import type { PortalWords } from './context.ts'

/** Name of a requested document type, in the reader's language. */
export function documentText(words: PortalWords, type: string): string {
  const known = documentKinds.find((kind) => kind === type)
  return known === undefined ? documentTitle(type) : words(`documentKind.${known}`)
}
