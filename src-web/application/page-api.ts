import type { UploadDocumentBody } from '../../src-shared/api/schemas/application-document.ts'
import type { Result } from '../../src-shared/result.ts'
import { askService, type PageFailure, sending } from '../components/ask-service.ts'
import type { FormView } from './form/view.ts'
import type { PageAddress } from './page-address.ts'

/** What the form asks of the service, always its own origin. Nothing throws. */
export interface PageApi {
  load(): Promise<Result<FormView, PageFailure>>
  /** @param key the same for each repeat: what was kept is answered again */
  save(body: Readonly<Record<string, unknown>>, key: string): Promise<Result<FormView, PageFailure>>
  /** @param key the same for each repeat: a document is kept once */
  upload(body: UploadDocumentBody, key: string): Promise<Result<FormView, PageFailure>>
  submit(key: string): Promise<Result<FormView, PageFailure>>
}

/** A document of 5 MiB takes its time on a phone, ms. */
const limits = { load: 10_000, save: 15_000, upload: 180_000 } as const

/** What is larger is not sent by a page that is being left: browsers take 64 KiB of that in all. */
const mostAtLeaving = 50_000

export function createPageApi({ kind, id, clientSecret }: PageAddress): PageApi {
  // Relative to /apply/{id}: a proxy may keep the service below a path of its own.
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
