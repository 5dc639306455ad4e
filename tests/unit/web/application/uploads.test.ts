import { describe, expect, test } from 'vitest'
import type { UploadDocumentBody } from '../../../../src-shared/api/schemas/application-document.ts'
import { ok, type Result } from '../../../../src-shared/result.ts'
import { createUploads } from '../../../../src-web/application/form/uploads.ts'
import type { PageApi } from '../../../../src-web/application/page-api.ts'
import type { PageFailure } from '../../../../src-web/components/ask-service.ts'
import { noAnswer, refusal } from './form-harness.ts'

const fileOf = (text: string, name = 'statement.pdf') => new File([text], name)

/** Uploads to a service that gives the test's answers. */
function openUploads(shrunk: (file: File) => File | null = () => null) {
  const failures: PageFailure[] = []
  const sent: UploadDocumentBody[] = []
  const keys: string[] = []
  let looks = 0
  let made = 0
  const upload: PageApi['upload'] = async (body, key): Promise<Result<never, PageFailure>> => {
    keys.push(key)
    sent.push(body)
    const error = failures.shift()
    return error === undefined ? ok(null as never) : { ok: false, error }
  }
  const uploads = createUploads({
    api: { upload },
    newKey: () => {
      made += 1
      return `key_${made}`
    },
    shrink: async (file) => shrunk(file),
    onChange: () => {},
    onArrived: () => {
      looks += 1
    },
  })
  return { uploads, failures, keys, sent, looks: () => looks }
}

describe("an applicant's documents", () => {
  test('a retry after a lost answer is the same request, so that the document is stored once', async () => {
    const { uploads, failures, keys, looks } = openUploads()
    failures.push(noAnswer, refusal(503, 'unavailable'))
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    expect(uploads.list()).toMatchObject([{ problem: 'upload.notSent' }])
    expect(looks(), 'it may have arrived').toBe(1)
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    expect(uploads.list()).toEqual([])
    expect(new Set(keys).size).toBe(1)
    // Sent again on purpose: another document.
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    expect(new Set(keys).size).toBe(2)
  })

  test.each([
    ['another file', 'bank_statement', fileOf('%PDF-1.7 two')],
    ['another type of document', 'government_id', fileOf('%PDF-1.7 one')],
    ['another name', 'bank_statement', fileOf('%PDF-1.7 one', 'may.pdf')],
  ])('%s is a separate request', async (_what, type, file) => {
    const { uploads, failures, keys } = openUploads()
    failures.push(noAnswer)
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    await uploads.send(type, file)
    expect(new Set(keys).size).toBe(2)
  })

  test('a refused document shows the reason, and a file of a wrong type is never sent', async () => {
    const { uploads, failures, keys } = openUploads()
    failures.push(refusal(409, 'state_conflict'))
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    expect(uploads.list()).toMatchObject([{ problem: 'upload.notTaken' }])
    await uploads.send('bank_statement', fileOf('not a document'))
    expect(uploads.list()).toMatchObject([{ problem: 'upload.wrongType' }])
    expect(keys).toHaveLength(1)
  })

  test.each([
    ['at once', 'slice'],
    ['only when it is sent', 'arrayBuffer'],
  ] as const)(
    'a file that cannot be read %s shows that, and later documents still arrive',
    async (_, part) => {
      const { uploads, sent } = openUploads()
      const broken = fileOf('%PDF-1.7 one', 'gone.pdf')
      const unreadable = () => Promise.reject(new DOMException('The file was moved.', 'NotReadableError'))
      if (part === 'slice') broken.slice = () => Object.assign(new Blob(), { arrayBuffer: unreadable })
      else broken.arrayBuffer = unreadable
      await uploads.send('bank_statement', broken)
      expect(uploads.list()).toMatchObject([{ problem: 'upload.unreadable' }])
      await uploads.send('government_id', fileOf('%PDF-1.7 two'))
      expect(sent).toMatchObject([{ document_type: 'government_id' }])
    },
  )

  test('a document whose first attempt is still under way can be sent again', async () => {
    const { uploads, failures } = openUploads()
    failures.push(refusal(409, 'idempotency_in_progress'))
    await uploads.send('bank_statement', fileOf('%PDF-1.7 one'))
    expect(uploads.list()).toMatchObject([{ problem: 'upload.notSent' }])
  })
})

describe('a file of more than 5 MB', () => {
  const large = (first: readonly number[], name: string) =>
    new File([new Uint8Array(first), new Uint8Array(6 * 1024 * 1024)], name)
  const photo = large([0xff, 0xd8, 0xff, 0xe0], 'IMG_1.jpeg')
  const small = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])], 'IMG_1.jpg')

  test('a photo is reduced in size, and sent', async () => {
    const { uploads, sent } = openUploads(() => small)
    await uploads.send('photo_id', photo)
    expect(uploads.list()).toEqual([])
    expect(sent).toMatchObject([{ file_name: 'IMG_1.jpg', content: '/9j/4AE=' }])
  })

  test.each([
    ['a photo that this browser cannot read', photo, null],
    ['a photo that is too large even when reduced', photo, photo],
    [
      'a large PDF, because PDFs are not reduced,',
      large([0x25, 0x50, 0x44, 0x46, 0x2d], 'statement.pdf'),
      small,
    ],
  ])('%s is refused before it is sent', async (_what, file, shrunk) => {
    const { uploads, sent } = openUploads(() => shrunk)
    await uploads.send('photo_id', file)
    expect(sent).toEqual([])
    expect(uploads.list()).toMatchObject([{ problem: 'upload.tooLarge' }])
  })
})
