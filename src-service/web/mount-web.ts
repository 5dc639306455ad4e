import type { FastifyInstance } from 'fastify'
import { answerUnknownRoute } from '../http/error-handler.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import { sendPrepared } from '../http/prepared.ts'
import { type BuiltPages, readBuiltPages } from './built-pages.ts'
import { type ExampleFor, mountSdk, mountSdkDocs } from './mount-sdk.ts'
import { assetHeaders, pageHeaders } from './page-headers.ts'

/** Pages that are opened with a link or by a signed-in user. */
const hostedPages = [
  ['/checkout/:id', 'checkout'],
  ['/apply/:id', 'application'],
  ['/contractor-applications/:id', 'application'],
  ['/portal/:page', 'portal'],
] as const

/** The page on which a trainer decides on applications, as an underwriter does elsewhere. */
const sandboxPages = [['/sandbox/underwriting', 'underwriting']] as const

/**
 * Serves the built pages for the browsers of payers, applicants and merchants, and the files that they load. A page is
 * the same for every id, in the browser's language; its script requests the content with the secret after the #. The
 * files are read at the first request, so a counter that sends no links never reads them.
 */
export function mountWeb(
  server: FastifyInstance,
  folder: string,
  sdkExample: ExampleFor | null = null,
): void {
  let read: Promise<BuiltPages> | undefined
  const built = (): Promise<BuiltPages> => {
    read ??= readBuiltPages(folder).catch((error: unknown) => {
      read = undefined
      throw error
    })
    return read
  }
  for (const [path, name] of [...hostedPages, ...(sdkExample === null ? [] : sandboxPages)]) {
    server.get(path, async (request, reply) => {
      const language = preferredLanguage(request.headers['accept-language'])
      const page = (await built()).pages.get(`${name}.${language}`)
      if (page === undefined) return answerUnknownRoute(request, reply)
      return sendPrepared(request, reply, page, {
        ...pageHeaders(page.styleHash, 'nobody'),
        vary: 'accept-encoding, accept-language',
      })
    })
  }
  // Relative, because a proxy may serve the service below its own path.
  server.get('/portal', (request, reply) =>
    reply.redirect(request.url.split('?')[0]?.endsWith('/') === true ? 'overview' : 'portal/overview'),
  )
  server.get<{ Params: { readonly name: string } }>('/web/:name', async (request, reply) => {
    const asset = (await built()).assets.get(request.params.name)
    if (asset === undefined) return answerUnknownRoute(request, reply)
    return sendPrepared(request, reply, asset, assetHeaders)
  })
  mountSdk(server, built)
  mountSdkDocs(server, built, sdkExample)
}
