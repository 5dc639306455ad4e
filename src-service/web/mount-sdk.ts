import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServiceError } from '../../src-shared/api/errors.ts'
import { sendError } from '../http/answers.ts'
import { answerUnknownRoute } from '../http/error-handler.ts'
import { sendPrepared } from '../http/prepared.ts'
import type { SdkExample } from '../sandbox/sdk-example.ts'
import type { BuiltPages } from './built-pages.ts'
import { pageHeaders, sdkHeaders } from './page-headers.ts'

/**
 * Serves the browser SDK, version 1 (docs/decisions/0043): the scripts that a merchant's page loads, the manifest with
 * their integrity hashes, and the fields that run in our frame.
 */
export function mountSdk(server: FastifyInstance, built: () => Promise<BuiltPages>): void {
  server.get('/sdk/v1/fields', async (request, reply) => {
    const page = (await built()).pages.get('sdk-fields')
    if (page === undefined) return answerUnknownRoute(request, reply)
    return sendPrepared(request, reply, page, pageHeaders(page.styleHash, 'anybody'))
  })
  server.get('/sdk/v1/manifest.json', async (_request, reply) => {
    const files = [...(await built()).sdk].map(
      ([name, { integrity }]) => [name, { path: `/sdk/v1/${name}`, integrity }] as const,
    )
    reply.headers(sdkHeaders('manifest.json'))
    return reply.send(JSON.stringify({ version: 1, files: Object.fromEntries(files) }))
  })
  server.get<{ Params: { readonly name: string } }>('/sdk/v1/:name', async (request, reply) => {
    const { name } = request.params
    const file = (await built()).sdk.get(name)
    if (file === undefined) return answerUnknownRoute(request, reply)
    return sendPrepared(request, reply, file, sdkHeaders(name))
  })
}

/** Returns what /docs/sdk needs for its form; an error for an address that asks too often. */
export type ExampleFor = (request: FastifyRequest) => Promise<SdkExample | ServiceError>

/** No request for the example needs a body. */
const mostExampleBytes = 1_024

/** Serves the documentation of the SDK, in a sandbox with a form to try. */
export function mountSdkDocs(
  server: FastifyInstance,
  built: () => Promise<BuiltPages>,
  example: ExampleFor | null,
): void {
  server.get('/docs/sdk', async (request, reply) => {
    const page = (await built()).pages.get('sdk-docs')
    if (page === undefined) return answerUnknownRoute(request, reply)
    return sendPrepared(request, reply, page, pageHeaders(page.styleHash, 'nobody', "frame-src 'self'"))
  })
  if (example === null) return
  server.post('/docs/sdk/example', { bodyLimit: mostExampleBytes }, async (request, reply) => {
    const made = await example(request)
    if ('code' in made) return sendError(request, reply, made)
    return reply.header('cache-control', 'no-store').send(made)
  })
}
