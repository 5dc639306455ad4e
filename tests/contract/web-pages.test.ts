import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { excludedExts } from 'app-builder-lib/out/fileMatcher.js'
import Fastify from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { mountWeb } from '../../src-service/web/mount-web.ts'
import { languages } from '../../src-shared/language.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A folder as scripts/lib/build-web.mjs writes it, and beside it a file that must not be served. */
async function builtFolder(): Promise<string> {
  const folder = join(await temporaryFolder('web'), 'web')
  mkdirSync(folder)
  for (const name of ['checkout', 'application'])
    for (const language of languages)
      writeFileSync(
        join(folder, `${name}.${language}.html`),
        `<!doctype html><html lang="${language}"><title>${name}`,
      )
  writeFileSync(join(folder, 'checkout-ABC.js'), 'export {}')
  writeFileSync(join(folder, 'checkout-ABC.js.map'), '{}')
  writeFileSync(join(folder, '..', 'secret.js'), 'secret')
  const pages = Object.fromEntries(
    ['checkout', 'application'].flatMap((name) =>
      languages.map((language) => [
        `${name}.${language}`,
        { file: `${name}.${language}.html`, style: 'sha256-abc=' },
      ]),
    ),
  )
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ pages, assets: ['checkout-ABC.js'], sdk: {} }),
  )
  return folder
}

describe('the pages for browsers', () => {
  // The same option as the service's own server (http/server.ts).
  const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  beforeAll(async () => mountWeb(server, await builtFolder()))
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ method: 'GET', url, headers })

  test.each(['/apply/app_1', '/contractor-applications/ctrcapp_1'])(
    'the link %s opens the form, with the headers of the payers’ page',
    async (link) => {
      const [form, checkout] = await Promise.all([get(link), get('/checkout/cs_1')])
      expect(form.body).toContain('<title>application')
      for (const name of [
        'content-security-policy',
        'x-frame-options',
        'referrer-policy',
        'permissions-policy',
      ])
        expect(form.headers[name], name).toBe(checkout.headers[name])
    },
  )

  test.each([
    ['/portal', 'portal/overview'],
    ['/portal/', 'overview'],
    ['/portal?from=mail', 'portal/overview'],
  ])(
    'the address %s redirects to the overview of the portal, even below a path of a proxy',
    async (url, to) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers.location).toBe(to)
      expect(new URL(to, `https://pay.example.com/below${url}`).pathname).toBe('/below/portal/overview')
    },
  )

  test('the page of a link is the same for each id', async () => {
    const [one, other] = await Promise.all([get('/checkout/cs_1'), get('/checkout/pmi_2')])
    expect(one.statusCode).toBe(200)
    expect(one.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(other.body).toBe(one.body)
  })

  test.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['de-DE, fr-CA;q=0.5, en;q=0.3', 'fr'],
    ['en;q=0.2, fr;q=0.7', 'fr'],
    ['es;q=0, ja', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
  ])(
    'the page of a link for a browser that prefers %s is in %s from its first byte',
    async (preferred, language) => {
      const answer = await get(
        '/checkout/cs_1',
        preferred === undefined ? {} : { 'accept-language': preferred },
      )
      expect(answer.body).toContain(`lang="${language}"`)
      expect(answer.headers.vary).toBe('accept-encoding, accept-language')
    },
  )

  test('the page of a link allows its own scripts and styles, and no other page may frame it', async () => {
    const { headers } = await get('/checkout/cs_1')
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'sha256-abc='",
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-cache',
    })
  })

  test('the page of a link is not sent again if the browser already has it', async () => {
    const { headers } = await get('/checkout/cs_1')
    const again = await get('/checkout/cs_1', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('a script is sent compressed, and may be cached permanently', async () => {
    const answer = await get('/web/checkout-ABC.js', { 'accept-encoding': 'gzip' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each(['manifest.json', 'checkout-ABC.js.map', '..%2Fsecret.js', '%2e%2e%2fsecret.js', 'other.js'])(
    'a file that the manifest does not list, such as %s, is not found',
    async (name) => {
      expect((await get(`/web/${name}`)).statusCode).toBe(404)
    },
  )
})

test('a missing file fails only its request, and does not end the service', async () => {
  const folder = await builtFolder()
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const sdk = { 'countertop.js': { file: 'sdk/missing.js', integrity: 'sha384-abc=' } }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, sdk }))
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const server = Fastify()
  mountWeb(server, folder)
  expect((await server.inject('/checkout/cs_1')).statusCode).toBe(500)
  expect(unhandled).toEqual([])
})

test('the packager includes everything that the service sends to browsers', () => {
  const leftOut = new RegExp(`\\.(${excludedExts.replaceAll('.', '\\.').replaceAll(',', '|')})$`)
  const folder = join(projectRoot, 'dist/web')
  const { pages, assets, sdk } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const named = [...Object.values<{ file: string }>({ ...pages, ...sdk }).map(({ file }) => file), ...assets]
  expect(named.length).toBeGreaterThan(10)
  for (const file of named) expect(existsSync(join(folder, file)), file).toBe(true)
  expect(named.filter((file) => leftOut.test(file))).toEqual([])
})
