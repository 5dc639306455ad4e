import type { UploadDocumentBody } from '../../src-shared/api/schemas/application-document.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure, sending } from '../components/ask-service.ts'
import type { FormView } from './form/view.ts'
import type { PageAddress } from './page-address.ts'

/** The form's requests to the service, always on its own origin. Does not throw. */
export interface PageApi {
  load(): Promise<Result<FormView, PageFailure>>
  /** @param key the same for each repeat: the service then repeats its first answer */
  save(body: Readonly<Record<string, unknown>>, key: string): Promise<Result<FormView, PageFailure>>
  /** @param key the same for each repeat: the document is stored once */
  upload(body: UploadDocumentBody, key: string): Promise<Result<FormView, PageFailure>>
  submit(key: string): Promise<Result<FormView, PageFailure>>
}

/** Timeouts in ms. A document of 5 MiB takes long on a phone. */
const limits = { load: 10_000, save: 15_000, upload: 180_000 } as const

/** Largest request sent while the page is being left, in bytes: browsers limit all of them together to 64 KiB. */
const mostAtLeaving = 50_000

export function createPageApi({ kind, id, clientSecret }: PageAddress): PageApi {
  // Relative to /apply/{id}: a proxy may mount the service below a path of its own.
  const base = `../${kind.pages}/${encodeURIComponent(id)}`
  const headers = { 'x-client-secret': clientSecret }
  const ask = async (path: string, request: RequestInit, limitMs: number) => {
    const answer = await askService<unknown>(path, request, limitMs)
    return answer.ok ? { ...answer, value: kind.viewOf(answer.value) } : answer
  }
  return {
    load: () => ask(base, { headers }, limits.load),
    save: (body, key) => {
      const request = sending('PUT', { ...headers, 'x-idempotency-key': key }, body)
      const keepalive = String(request.body).length < mostAtLeaving
      return ask(base, { ...request, keepalive }, limits.save)
    },
    upload: (body, key) =>
      ask(
        `${base}/documents`,
        sending('POST', { ...headers, 'x-idempotency-key': key }, body),
        limits.upload,
      ),
    submit: (key) =>
      ask(
        `${base}/submit`,
        { method: 'POST', headers: { ...headers, 'x-idempotency-key': key } },
        limits.save,
      ),
  }
}
