import type { UploadDocumentBody } from '../../../src-shared/api/schemas/application-document.ts'
import { mostDocumentBytes } from '../../../src-shared/boarding/document-limits.ts'
import { fileTypeOf } from '../../../src-shared/boarding/file-type.ts'
import type { PageApi } from '../page-api.ts'
import type { WordKey } from '../words.ts'
import { isWorthRepeating } from './saver.ts'

/** A document that is being sent; removed once it has arrived. */
export interface Upload {
  readonly key: string
  readonly documentType: string
  readonly fileName: string
  /** Null while it is being sent. */
  readonly problem: WordKey | null
}

interface UploadOptions {
  readonly api: Pick<PageApi, 'upload'>
  readonly newKey: () => string
  /** Reduces a large picture; null if that is not possible. */
  readonly shrink: (file: File) => Promise<ChosenFile | null>
  readonly onChange: () => void
  /** The document arrived, or may have: the service's view has to be loaded. */
  readonly onArrived: () => void
}

/** A file as provided by the browser. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'slice' | 'arrayBuffer'>

/** Sends documents one at a time. Files that the service would refuse are rejected before they are sent. */
export function createUploads({ api, newKey, shrink, onChange, onArrived }: UploadOptions) {
  let uploads: readonly Upload[] = []
  let turn: Promise<void> = Promise.resolve()
  /** Sent without an answer, by key: a retry is the same request. */
  const unanswered = new Map<string, UploadDocumentBody>()
  const set = (next: readonly Upload[]): void => {
    uploads = next
    onChange()
  }
  const fail = (key: string, problem: WordKey): void =>
    set(uploads.map((one) => (one.key === key ? { ...one, problem } : one)))

  async function send(documentType: string, chosen: File): Promise<void> {
    const key = newKey()
    // A retry replaces the first attempt.
    const others = uploads.filter((one) => one.documentType !== documentType || one.problem === null)
    set([...others, { key, documentType, fileName: chosen.name, problem: null }])
    const start = await bytesOf(chosen.slice(0, 16))
    if (start === null) return fail(key, 'upload.unreadable')
    const type = fileTypeOf(start)
    if (type === null) return fail(key, 'upload.wrongType')
    const isLargePhoto = chosen.size > mostDocumentBytes && type !== 'application/pdf'
    const file = isLargePhoto ? await shrink(chosen) : chosen
    if (file === null || file.size > mostDocumentBytes) return fail(key, 'upload.tooLarge')
    turn = turn.then(() => deliver(key, documentType, file))
    return turn
  }
  async function deliver(key: string, documentType: string, file: ChosenFile): Promise<void> {
    const bytes = await bytesOf(file)
    if (bytes === null) return fail(key, 'upload.unreadable')
    const body: UploadDocumentBody = {
      document_type: documentType,
      file_name: file.name.slice(-200),
      content: base64Of(bytes),
    }
    const requestKey = [...unanswered].find(([, former]) => isSame(former, body))?.[0] ?? key
    const answer = await api.upload(body, requestKey)
    unanswered.delete(requestKey)
    if (answer.ok) {
      set(uploads.filter((one) => one.key !== key))
      return onArrived()
    }
    const { error } = answer
    if (!isWorthRepeating(error)) {
      return fail(
        key,
        error.kind === 'refused' && error.status === 409 ? 'upload.notTaken' : 'upload.refused',
      )
    }
    unanswered.set(requestKey, body)
    fail(key, 'upload.notSent')
    onArrived()
  }
  return {
    list: () => uploads,
    send,
    drop: (key: string) => set(uploads.filter((one) => one.key !== key)),
  }
}

const isSame = (one: UploadDocumentBody, other: UploadDocumentBody): boolean =>
  one.document_type === other.document_type &&
  one.file_name === other.file_name &&
  one.content === other.content

/** @returns null if the browser can no longer read the file: it was moved, or its cloud storage does not provide it */
const bytesOf = (file: Pick<Blob, 'arrayBuffer'>): Promise<Uint8Array | null> =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )

/** In chunks: a function accepts only some ten thousand arguments. */
function base64Of(bytes: Uint8Array): string {
  const piece = 0x8000
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += piece) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + piece)))
  }
  return btoa(pieces.join(''))
}
